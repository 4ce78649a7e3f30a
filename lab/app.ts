import { createTemplate } from '@doslovno/server/test/database.ts'
import { createTestApp, type TestApp } from '@doslovno/server/test/test-app.ts'

import { developmentEnv } from '#scripts/settings.ts'

type Configure = () => Promise<Parameters<typeof createTestApp>[0]>

/** An app on a fresh database of the development servers; `close` drops the database. */
export type FreshApp = { test: TestApp; close: () => Promise<void> }

/** For benches and proofs: the app without log lines and rate limits. `configure` may change its configuration. */
export async function createFreshApp(configure: Configure = async () => ({})): Promise<FreshApp> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '100000' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const test = await createTestApp(await configure())
  return {
    test,
    close: async () => {
      await test.close()
      await template.drop()
    },
  }
}
