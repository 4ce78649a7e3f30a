import { parseArgs } from 'node:util'

import { createContext } from '#context.ts'
import { restoreObjects } from '#features/retention/index.ts'
import { shelves, subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

import { type Terminal, terminal } from './terminal.ts'

const USAGE = `Makes the bucket fit a database that was taken back to a moment. Stop all other processes first.

  restore-objects --moment 2027-01-31T09:00:00Z             bring back, revert and remove objects
  restore-objects --moment 2027-01-31T09:00:00Z --dry-run   only report
  restore-objects --moment 2027-01-31T09:00:00Z --force     even if very many objects have no row

Exits with 1 if something is missing or nothing was done.`

/** Returns the exit code. */
export async function main(args: string[], { env, print, complain }: Terminal): Promise<number> {
  const given = readArgs(args)
  if (!given) {
    complain(USAGE)
    return 2
  }
  const config = readConfig(env)
  const ctx = await createContext(config, createLog(config.logLevel, 'restore-objects'), subscribers)
  try {
    const report = await restoreObjects(ctx, given.moment, { ...given.options, shelves })
    print(JSON.stringify(report))
    return report.outcome === 'refused' || report.missing > 0 ? 1 : 0
  } finally {
    await ctx.close()
  }
}

function readArgs(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { moment: { type: 'string' }, 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } },
    })
    const moment = momentOf(values.moment ?? '')
    return moment && { moment, options: { isDryRun: values['dry-run'] === true, isForced: values.force === true } }
  } catch {
    return undefined
  }
}

/** As ISO 8601 or as PostgreSQL prints it. The zone is required: a moment of the wrong zone would take back hours. */
function momentOf(text: string): Date | undefined {
  const [, day, time, zone = ''] = /^([\d-]{10})[T ]([\d:.]{5,15})(Z|[+-]\d\d(?::?\d\d)?)$/.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone.replace(/^(.\d\d)$/, '$1:00')}`)
  return moment.getTime() < Date.now() ? moment : undefined
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), terminal)
