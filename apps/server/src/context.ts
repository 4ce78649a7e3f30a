import { createDownload, type Download } from '#adapters/download/index.ts'
import { createMail, type Mail } from '#adapters/mail/index.ts'
import { createMedia, type Media } from '#adapters/media/index.ts'
import { createOauth, type Oauth } from '#adapters/oauth/index.ts'
import { createPasswords, type Passwords } from '#adapters/passwords/index.ts'
import { createSpeech, type Speech } from '#adapters/speech/index.ts'
import { createStorage, type Storage } from '#adapters/storage/index.ts'
import type { Config } from '#platform/config.ts'
import { createDb, type Db } from '#platform/db.ts'
import { type Job, type JobHandler, type Jobs, startJobs } from '#platform/jobs.ts'
import { createLimits, type Limits } from '#platform/limits.ts'
import type { Log } from '#platform/log.ts'
import { createTokens, type Tokens } from '#platform/tokens.ts'

/** What every process of the house has, built once. It knows no feature. */
export type Context = {
  config: Config
  log: Log
  db: Db
  jobs: Jobs
  storage: Storage
  tokens: Tokens
  limits: Limits
  passwords: Passwords
  oauth: Oauth
  mail: Mail
  now: () => Date
  close(): Promise<void>
}

/** A worker also has what recordings are fetched and worked with. */
export type WorkerContext = Context & { media: Media; speech: Speech; download: Download }

export type Handler<J extends Job> = JobHandler<WorkerContext, J>

export async function createContext(config: Config, log: Log, role: 'send' | 'work' = 'send'): Promise<Context> {
  const db = createDb(config.databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'))
  const jobs = await startJobs(config.databaseUrl, log, role)
  const mail = createMail(config.mail)
  const limits = await createLimits({ ...config.limits, log })
  return {
    config,
    log,
    db,
    jobs,
    storage: createStorage(config.storage),
    tokens: createTokens(config.tokenSecret),
    limits,
    passwords: createPasswords(),
    oauth: createOauth(config.providers),
    mail,
    now: () => new Date(),
    close: async () => {
      await jobs.stop()
      mail.close()
      limits.close()
      await db.destroy()
    },
  }
}

export async function createWorkerContext(config: Config, log: Log): Promise<WorkerContext> {
  const speech = await createSpeech(config.speech)
  const base = await createContext(config, log, 'work')
  const download = createDownload(config.download, { log })
  const close = async () => {
    await base.close()
    await download.close()
    speech.close()
  }
  return { ...base, media: createMedia(), speech, download, close }
}
