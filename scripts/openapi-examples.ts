import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { createTemplate } from '@doslovno/server/test/database.ts'
import { recordExamples } from '@doslovno/server/test/record-examples.ts'

import { developmentEnv, projectRoot } from './settings.ts'

const development = developmentEnv('postgres')
Object.assign(process.env, {
  ...development,
  REDIS_URL: `${development.REDIS_URL}/1`,
  WORKER_SLOTS: '1',
  RATE_LIMIT_FACTOR: '1000',
  YOOKASSA_SHOP_ID: '',
})

// Makes every call of the public API to the real product and stores what was sent and received, for the documentation.
const template = await createTemplate(process.env.DATABASE_URL ?? '')
const path = resolve(projectRoot, 'apps/server/src/features/api-docs/examples.json')
try {
  writeFileSync(path, `${JSON.stringify(await recordExamples(), null, 2)}\n`)
} finally {
  await template.drop()
}
