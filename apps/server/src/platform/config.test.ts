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

    const read = () => readConfig(wrong)

    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/TOKEN_SECRET[\s\S]*|S3_BUCKET[\s\S]*|WORKER_SLOTS/)
    try {
      read()
    } catch (error) {
      const { problems, message } = error as ConfigError
      expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual(['S3_BUCKET', 'TOKEN_SECRET', 'WORKER_SLOTS'])
      expect(message).not.toContain('short-secret')
    }
  })
})
