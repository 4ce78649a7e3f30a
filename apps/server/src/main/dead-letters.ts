import { createContext } from '#context.ts'
import { jobs, subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const USAGE = `Lists jobs that ran out of attempts, or enqueues them again.

  dead-letters                    list all of them
  dead-letters retry <job>        retry all of one job
  dead-letters retry <job> <id>   retry one`

const [command, name, id] = process.argv.slice(2)
const job = jobs.find((known) => known.name === name)
if (command !== undefined && (command !== 'retry' || !job)) {
  console.error(USAGE)
  process.exit(2)
}

const config = readConfig(process.env)
const ctx = await createContext(config, createLog(config.logLevel, 'dead-letters'), subscribers)
try {
  if (job) console.log(`retried: ${await ctx.jobs.retryDeadLetters(ctx.db, job, id)}`)
  else await list()
} finally {
  await ctx.close()
}

async function list(): Promise<void> {
  for (const known of jobs)
    for (const { id: letter, at, ids, failure, isGivenUp } of await ctx.jobs.deadLetters(ctx.db, known)) {
      const state = isGivenUp ? 'given up' : 'giving up'
      console.log([at.toISOString(), known.name, letter, state, failure ?? '-', JSON.stringify(ids)].join('\t'))
    }
}
