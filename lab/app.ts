import { createTemplate } from '@doslovno/server/test/database.ts'
import { createTestApp, type TestApp } from '@doslovno/server/test/test-app.ts'

import { developmentEnv } from '#scripts/settings.ts'

import { atEnd } from './ends.ts'

/** The tariff that allows most things. */
export const PRO = 3
/** The tariff for long recordings. */
export const BUSINESS = 4

// Before anything is configured: the servers of `pnpm services up` or of `withOwnServers`, no log lines, no rate limits.
Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '100000' })

/** The app on a fresh database. */
export async function freshApp(changes: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  atEnd(() => template.drop())
  const test = await createTestApp(changes)
  atEnd(() => test.close())
  return test
}
