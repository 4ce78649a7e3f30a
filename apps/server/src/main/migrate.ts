import { seedTariffs } from '#features/billing/index.ts'
import { seedTemplates } from '#features/summaries/index.ts'
import { jobs } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createDb } from '#platform/db.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'

export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const log = createLog(config.logLevel, 'migrate')
  const applied = await migrate(config.databaseDirectUrl)
  await migrateJobs(config.databaseDirectUrl, jobs)
  const db = createDb(config.databaseDirectUrl, (error) => log.warn({ err: error }, 'database connection lost'), {
    connections: 1,
  })
  await seedTariffs(db)
  await seedTemplates(db)
  await db.destroy()
  log.info({ applied }, 'the database is up to date')
}

if (import.meta.main) await main(process.env)
