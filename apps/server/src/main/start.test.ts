import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { testModelsDir } from '#test/recordings.ts'

it.each(['api', 'worker'])(
  'the %s that cannot reach its database says so in its log and ends',
  { timeout: 60_000 },
  (name) => {
    const env = {
      ...process.env,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MODELS_DIR: testModelsDir(),
      SPEECH_MODEL: 'whisper-tiny',
      LOG_LEVEL: 'info',
    }

    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
      env,
      encoding: 'utf8',
      timeout: 50_000,
    })

    const last: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(status).toBe(1)
    expect(last).toMatchObject({ level: 60, name, msg: 'ended by an error', err: { code: 'ECONNREFUSED' } })
    expect(stderr).toBe('')
  },
)
