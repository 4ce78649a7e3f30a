import { jobs } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel, 'migrate')
const applied = await migrate(config.databaseUrl)
await migrateJobs(config.databaseUrl, jobs)
log.info({ applied }, 'the database is up to date')
