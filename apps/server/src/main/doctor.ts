import { parseArgs } from 'node:util'

import { type Config, ConfigError, readConfig } from '#platform/config.ts'

import { type Check, type Finding, findingsOf, note, ok, wrong } from './doctor/check.ts'
import { databaseChecks } from './doctor/database.ts'
import { machineChecks } from './doctor/machine.ts'
import { serverChecks } from './doctor/servers.ts'
import { storeChecks } from './doctor/store.ts'
import { webChecks } from './doctor/web.ts'
import { type Terminal, terminal } from './terminal.ts'

const TOPICS = ['settings', 'machine', 'models', 'database', 'store', 'redis', 'mail', 'web', 'internet']

const USAGE = `Checks this machine and the installation, and names the next step for everything that is wrong.

  doctor            check everything
  doctor TOPIC …    only these: ${TOPICS.join(', ')}
  doctor --json     print JSON

Exits with 1 if something is wrong. Changes nothing but a small object in the bucket and a counter in Redis, which it removes.`

/** Returns the exit code. */
export async function main(args: readonly string[], { env, print, complain }: Terminal): Promise<number> {
  const asked = readArgs(args)
  if (!asked) {
    complain(USAGE)
    return 2
  }
  const findings = await examine(env, asked.topics)
  if (asked.isJson) print(JSON.stringify(findings))
  else for (const finding of findings) print(linesOf(finding))
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

function readArgs(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (positionals.some((topic) => !TOPICS.includes(topic))) return undefined
    return { isJson: values.json === true, topics: positionals.length > 0 ? positionals : TOPICS }
  } catch {
    return undefined
  }
}

/** The checks run side by side; their findings keep the order of the list. */
async function examine(env: Terminal['env'], topics: readonly string[]): Promise<Finding[]> {
  const config = configOr(env)
  if (Array.isArray(config)) return config
  const checks = checksOf(config).filter(({ topic }) => topics.includes(topic))
  return (await Promise.all(checks.map(findingsOf))).flat()
}

function configOr(env: Terminal['env']): Config | Finding[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      wrong(
        problem,
        `correct it in .env (docs/operations/settings.md), then start again; the rest is checked afterwards`,
      ),
    )
  }
}

function checksOf(config: Config): Check[] {
  return [
    { topic: 'settings', name: 'the settings', remedy: '', run: async () => settingsFindings(config) },
    ...machineChecks(config),
    ...databaseChecks(config),
    ...storeChecks(config),
    ...serverChecks(config),
    ...webChecks(config),
  ]
}

function settingsFindings({ build, warnings }: Config): Finding[] {
  return [
    ok(`version ${build.version}, commit ${build.commit}: the settings can be read`),
    ...warnings.map((warning) => note(warning, 'docs/operations/settings.md')),
  ]
}

const MARKS = { ok: 'ok', note: 'note', wrong: 'WRONG' }

function linesOf({ state, text, remedy }: Finding): string {
  return `${MARKS[state]}  ${text}${remedy ? `\n  → ${remedy}` : ''}`
}

// A server that keeps silent must not keep this process.
if (import.meta.main) process.exit(await main(process.argv.slice(2), terminal))
