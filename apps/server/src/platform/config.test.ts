import { describe, expect, it } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

const right = {
  DATABASE_URL: 'postgres://user@db:5432/doslovno',
  S3_ENDPOINT: 'http://storage:7480',
  S3_REGION: 'default',
  S3_BUCKET: 'doslovno',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  SMTP_URL: 'smtp://mail:25',
  MAIL_FROM: 'no-reply@doslovno.example',
  PUBLIC_URL: 'https://doslovno.example',
  TOKEN_SECRET: 'x'.repeat(32),
  MODELS_DIR: '/models',
}

describe('the configuration', () => {
  it('is read from the environment, with sensible values for what is not set', () => {
    const config = readConfig({ ...right, WORKER_SLOTS: '4' })

    expect(config.speech).toEqual({ modelsDir: '/models', model: 'whisper-base', slots: 4 })
    expect(config.storage.publicEndpoint).toBe('http://storage:7480')
  })

  it('switches a provider on by its client id, at its real addresses unless told otherwise', () => {
    const { publicUrl, providers } = readConfig({ ...right, VK_CLIENT_ID: '53000001', GOOGLE_CLIENT_ID: '' })

    expect(publicUrl).toBe('https://doslovno.example')
    expect(providers).toEqual({
      google: undefined,
      yandex: undefined,
      vk: { clientId: '53000001', url: 'https://id.vk.ru', redirectUrl: 'https://doslovno.example/oauth/vk' },
    })
  })

  it('lets links lead to public places alone, unless tests on this machine say otherwise', () => {
    const atHome = {
      ...right,
      PUBLIC_URL: 'http://127.0.0.1:5173',
      LINK_ALLOW_PRIVATE: '127.0.0.1:4000, files.test:80',
    }

    expect(readConfig({ ...right, LINK_DENY: '5.6.7.8,2a00:1::/32' }).download).toEqual({
      ports: [80, 443],
      denied: ['5.6.7.8', '2a00:1::/32'],
      seconds: 3600,
      allowedPrivateHosts: [],
    })
    expect(readConfig(atHome).download.allowedPrivateHosts).toEqual(['127.0.0.1:4000', 'files.test:80'])
    for (const wrong of [
      { ...atHome, PUBLIC_URL: 'https://doslovno.example' },
      { ...atHome, PUBLIC_URL: 'http://127.0.0.1.doslovno.example' },
      { ...atHome, NODE_ENV: 'production' },
      { ...atHome, LINK_ALLOW_PRIVATE: '127.0.0.1' },
    ])
      expect(thrownBy(() => readConfig(wrong)).message).toContain('- LINK_ALLOW_PRIVATE: ')
    expect(thrownBy(() => readConfig({ ...right, LINK_DENY: 'our.example' })).message).toContain('- LINK_DENY: ')
    expect(thrownBy(() => readConfig({ ...right, LINK_PORTS: '80,0' })).message).toContain('- LINK_PORTS')
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
