import { describe, expect, it } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

const right = {
  DATABASE_URL: 'postgres://user@db:5432/doslovno',
  S3_ENDPOINT: 'http://storage:7480',
  S3_REGION: 'default',
  S3_BUCKET: 'doslovno',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  TOKEN_SECRET: 'x'.repeat(32),
  MODELS_DIR: '/models',
}

describe('the configuration', () => {
  it('is read from the environment, with sensible values for what is not set', () => {
    const config = readConfig({ ...right, WORKER_SLOTS: '4' })

    expect(config.speech).toEqual({ modelsDir: '/models', model: 'whisper-base', slots: 4 })
    expect(config.storage.publicEndpoint).toBe('http://storage:7480')
  })

  it('tells everything that is wrong at once, and no value of it', () => {
    const wrong = { ...right, TOKEN_SECRET: 'short-secret', S3_BUCKET: undefined, WORKER_SLOTS: 'many' }

    const failure = thrownBy(() => readConfig(wrong))

    expect(failure).toBeInstanceOf(ConfigError)
    for (const name of ['TOKEN_SECRET', 'S3_BUCKET', 'WORKER_SLOTS']) expect(failure.message).toContain(`- ${name}: `)
    expect(failure.message).not.toContain('short-secret')
  })
})

function thrownBy(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}
