import { prepareBucket } from '#adapters/storage/bucket.ts'
import { readConfig } from '#platform/config.ts'

import { type Terminal, terminal } from './terminal.ts'

const USAGE = `Creates the bucket if there is none, and sets its CORS, versions and lifecycle rules.

  bucket   prints what was done; exits with 1 if the store refused a part`

/** Returns the exit code. */
export async function main(args: readonly string[], { env, print, complain }: Terminal): Promise<number> {
  if (args.length > 0) {
    complain(USAGE)
    return 2
  }
  const { storage, publicUrl } = readConfig(env)
  const prepared = await prepareBucket({ storage, origin: publicUrl })
  for (const [step, outcome] of Object.entries(prepared)) print(`${step}: ${outcome}`)
  return Object.values(prepared).includes('refused') ? 1 : 0
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), terminal)
