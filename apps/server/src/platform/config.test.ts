import { describe, expect, it } from 'vitest'
import webpush from 'web-push'

import { ConfigError, DEVELOPMENT_SECRET, DEVELOPMENT_SECRETS_KEY, readConfig } from './config.ts'

const valid = {
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
  SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
  MODELS_DIR: '/models',
}

const seller = {
  SELLER_NAME: 'ООО «Ромашка»',
  SELLER_INN: '7701234567',
  SELLER_OGRN: '1027700132195',
  SELLER_ADDRESS: 'Москва, Лесная улица, 5',
}

describe('the configuration', () => {
  it('names the seller with all requisites or not at all, and warns where nobody is named', () => {
    expect(readConfig({ ...valid, ...seller }).seller).toEqual({
      name: 'ООО «Ромашка»',
      inn: '7701234567',
      ogrn: '1027700132195',
      address: 'Москва, Лесная улица, 5',
    })
    expect(readConfig(valid).seller).toBeUndefined()
    expect(readConfig(valid).warnings).toContainEqual(expect.stringContaining('SELLER_NAME is not set'))
    for (const name of ['SELLER_INN', 'SELLER_OGRN', 'SELLER_ADDRESS'])
      expect(thrownBy(() => readConfig({ ...valid, ...seller, [name]: '' })).message).toContain(`- ${name}`)
    expect(thrownBy(() => readConfig({ ...valid, ...seller, SELLER_INN: '123' })).message).toContain('- SELLER_INN')
  })

  it('shows people an address for support, that of the operator by default', () => {
    const supportOf = (env: object) => readConfig({ ...valid, ...env }).support

    expect(supportOf({ SUPPORT_EMAIL: 'help@example.ru', OPERATOR_EMAIL: 'boss@example.ru' })).toBe('help@example.ru')
    expect(supportOf({ SUPPORT_EMAIL: '', OPERATOR_EMAIL: 'boss@example.ru' })).toBe('boss@example.ru')
    expect(supportOf({})).toBe(valid.MAIL_FROM)
  })

  it('is read from the environment, with defaults', () => {
    const config = readConfig({ ...valid, WORKER_SLOTS: '4' })

    expect(config.speech).toEqual({ modelsDir: '/models', model: 'whisper-base', slots: 4, idleSeconds: 600 })
    expect(config.storage.publicEndpoint).toBe('http://storage:7480')
    expect(thrownBy(() => readConfig({ ...valid, SPEECH_MODEL: 'whisper-huge' })).message).toContain('- SPEECH_MODEL')
  })

  it('refuses what only tests may change in production and under a public address', () => {
    const local = { ...valid, PUBLIC_URL: 'http://127.0.0.1:5173', RATE_LIMIT_FACTOR: '100', VK_URL: 'http://vk.test' }

    expect(readConfig(local).rateLimits.factor).toBe(100)
    for (const invalid of [
      { ...local, NODE_ENV: 'production' },
      { ...local, PUBLIC_URL: valid.PUBLIC_URL },
    ]) {
      const { message } = thrownBy(() => readConfig(invalid))
      for (const name of ['RATE_LIMIT_FACTOR', 'VK_URL']) expect(message).toContain(`- ${name}: only for tests`)
    }
  })

  it('derives the public key of Web Push from the private one', () => {
    const pair = webpush.generateVAPIDKeys()

    expect(readConfig({ ...valid, VAPID_PRIVATE_KEY: pair.privateKey }).push).toMatchObject(pair)
    expect(readConfig({ ...valid, VAPID_PRIVATE_KEY: '' }).push).toBeUndefined()
    expect(thrownBy(() => readConfig({ ...valid, VAPID_PRIVATE_KEY: 'short' })).message).toContain(
      '- VAPID_PRIVATE_KEY',
    )
  })

  it('enables a provider by its client id, with its real URLs by default', () => {
    const { publicUrl, providers } = readConfig({ ...valid, VK_CLIENT_ID: '53000001', GOOGLE_CLIENT_ID: '' })

    expect(publicUrl).toBe('https://doslovno.example')
    expect(providers).toEqual({
      google: undefined,
      yandex: undefined,
      vk: { clientId: '53000001', url: 'https://id.vk.ru', redirectUrl: 'https://doslovno.example/oauth/vk' },
    })
  })

  it('refuses keys for secrets that are of the wrong length or known to everybody', () => {
    const short = Buffer.alloc(16).toString('base64')

    expect(readConfig(valid).secretsKeys).toEqual([valid.SECRETS_KEYS])
    expect(() => readConfig({ ...valid, SECRETS_KEYS: '' })).toThrow('SECRETS_KEYS')
    expect(() => readConfig({ ...valid, SECRETS_KEYS: short })).toThrow('SECRETS_KEYS')
    expect(() => readConfig({ ...valid, SECRETS_KEYS: DEVELOPMENT_SECRETS_KEY })).toThrow('everybody knows')
  })

  it('refuses unencrypted connections to other machines in production', () => {
    const production = { ...valid, NODE_ENV: 'production' }
    const encrypted = {
      ...production,
      DATABASE_URL: `${valid.DATABASE_URL}?sslmode=verify-full`,
      S3_ENDPOINT: 'https://storage',
    }
    const local = { ...production, DATABASE_URL: 'postgres://u@127.0.0.1/d', S3_ENDPOINT: 'http://localhost:7480' }

    const { message } = thrownBy(() => readConfig(production))

    for (const name of ['DATABASE_URL', 'S3_ENDPOINT']) expect(message).toContain(`- ${name}: must be encrypted`)
    expect(thrownBy(() => readConfig({ ...encrypted, S3_PUBLIC_ENDPOINT: 'http://media' })).message).toContain(
      '- S3_PUBLIC_ENDPOINT',
    )
    expect(thrownBy(() => readConfig({ ...encrypted, DATABASE_URL: `${valid.DATABASE_URL}?sslmode=prefer` })).message)
      .toContain('- DATABASE_URL') // prettier-ignore
    expect(thrownBy(() => readConfig({ ...encrypted, DATABASE_DIRECT_URL: valid.DATABASE_URL })).message).toContain(
      '- DATABASE_DIRECT_URL: must be encrypted',
    )
    expect(thrownBy(() => readConfig({ ...encrypted, REDIS_URL: 'redis://cache' })).message).toContain('- REDIS_URL')
    expect(readConfig({ ...encrypted, REDIS_URL: 'rediss://cache' }).mail.isTlsRequired).toBe(true)
    expect(readConfig(local).databaseUrl).toContain('127.0.0.1')
    expect(readConfig({ ...production, ALLOW_PLAINTEXT: 'private-network' }).mail.isTlsRequired).toBe(false)
    expect(readConfig(valid).mail.isTlsRequired).toBe(false)
  })

  it('leads to the database by one address unless there are two', () => {
    const direct = 'postgres://user@leader:5432/doslovno'

    expect(readConfig(valid).databaseDirectUrl).toBe(valid.DATABASE_URL)
    expect(readConfig({ ...valid, DATABASE_DIRECT_URL: '' }).databaseDirectUrl).toBe(valid.DATABASE_URL)
    expect(readConfig({ ...valid, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct)
    expect(() => readConfig({ ...valid, DATABASE_DIRECT_URL: 'leader' })).toThrow('DATABASE_DIRECT_URL')
  })

  it('has a language model only where one is named, with limits and prices', () => {
    const { llm } = readConfig({
      ...valid,
      LLM_BASE_URL: 'https://llm.example/v1',
      LLM_MODEL: 'gpt://folder/model',
      LLM_HEADERS: '{"OpenAI-Project":"folder"}',
      LLM_EXTRA_BODY: '{"chat_template_kwargs":{"enable_thinking":false}}',
      LLM_PRICES: '4000,0',
    })

    expect(llm).toEqual({
      baseUrl: 'https://llm.example/v1',
      apiKey: undefined,
      model: 'gpt://folder/model',
      contextTokens: undefined,
      timeoutMs: 180_000,
      concurrency: 4,
      headers: { 'OpenAI-Project': 'folder' },
      extraBody: { chat_template_kwargs: { enable_thinking: false } },
      budget: { baseTokens: 30_000, tokensPerHour: 50_000 },
      price: { input: 4000, output: 0 },
    })
    expect(readConfig(valid).llm).toBeUndefined()
    expect(readConfig({ ...valid, LLM_BASE_URL: '' }).llm).toBeUndefined()
  })

  it('has a speech server only where one is named, with limits', () => {
    const { speech } = readConfig({
      ...valid,
      SPEECH_BASE_URL: 'https://speech.example/v1',
      SPEECH_MODEL: 'large-v3-turbo',
      SPEECH_EXTRA_FIELDS: '{"vad_filter":"true"}',
      WORKER_SLOTS: '64',
    })

    expect(speech.slots).toBe(64)
    expect(speech.remote).toEqual({
      baseUrl: 'https://speech.example/v1',
      apiKey: undefined,
      model: 'large-v3-turbo',
      timeoutMs: 120_000,
      extraFields: { vad_filter: 'true' },
      diarisers: 1,
    })
    expect(readConfig({ ...valid, SPEECH_BASE_URL: '' }).speech.remote).toBeUndefined()
  })

  it.each([
    ['SPEECH_MODEL', {}],
    ['SPEECH_EXTRA_FIELDS', { SPEECH_EXTRA_FIELDS: '{"temperature":0}' }],
    ['SPEECH_DIARISERS', { SPEECH_DIARISERS: '-1' }],
    ['SPEECH_BASE_URL', { SPEECH_BASE_URL: 'http://speech.example/v1', NODE_ENV: 'production' }],
  ])('refuses a wrong %s of a speech server: %j', (name, env) => {
    const read = () => readConfig({ ...valid, SPEECH_BASE_URL: 'https://speech.example/v1', ...env })

    expect(thrownBy(read).message).toContain(`- ${name}`)
  })

  it.each([
    ['LLM_MODEL', {}],
    ['LLM_PRICES', { LLM_PRICES: '4000' }],
    ['LLM_HEADERS', { LLM_HEADERS: '{"X-Number":1}' }],
    ['LLM_EXTRA_BODY', { LLM_EXTRA_BODY: 'think=no' }],
    ['LLM_EXTRA_BODY', { LLM_EXTRA_BODY: '[]' }],
    ['LLM_BASE_URL', { LLM_BASE_URL: 'ftp://llm.example', LLM_MODEL: 'm' }],
    ['LLM_BASE_URL', { LLM_BASE_URL: 'http://llm.example/v1', LLM_MODEL: 'm', NODE_ENV: 'production' }],
  ])('refuses a wrong %s of a language model: %j', (name, env) => {
    const read = () => readConfig({ ...valid, LLM_BASE_URL: 'https://llm.example/v1', ...env })

    expect(thrownBy(read).message).toContain(`- ${name}`)
  })

  it('has traces and error reports only where their servers are named', () => {
    const endpoint = 'https://collector.example:4318'
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SENTRY_DSN: 'https://abc@errors.example/42' }
    const empty = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '', SENTRY_DSN: '' }

    expect(readConfig({ ...valid, ...empty })).toMatchObject({ tracing: undefined, errorReports: undefined })
    expect(readConfig({ ...valid, ...empty, ...named })).toMatchObject({
      tracing: { endpoint, ratio: 1 },
      errorReports: { url: 'https://errors.example/api/42/envelope/', key: 'abc' },
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['SENTRY_DSN', 'https://errors.example/42'],
    ['SENTRY_DSN', 'https://abc@errors.example'],
    ['SENTRY_DSN', 'http://abc@errors.example/42'],
  ])('refuses a wrong %s in production: %s', (name, value) => {
    const read = () => readConfig({ ...valid, NODE_ENV: 'production', [name]: value })

    expect(thrownBy(read).message).toContain(`- ${name}`)
  })

  it('warns if people would share the rate limits of a proxy', () => {
    expect(readConfig({ ...valid, ...seller }).warnings).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
    expect(readConfig({ ...valid, ...seller, TRUSTED_PROXIES: '10.0.0.1' }).warnings).toEqual([])
    expect(readConfig({ ...valid, PUBLIC_URL: 'http://127.0.0.1:5173' }).warnings).toEqual([])
  })

  it('gives a worker all roles unless it names some of them', () => {
    const rolesOf = (roles?: string) => readConfig({ ...valid, WORKER_ROLES: roles }).worker.roles

    expect(rolesOf()).toEqual(['speech', 'media', 'text', 'mail', 'billing'])
    expect(rolesOf('mail, text')).toEqual(['mail', 'text'])
    for (const invalid of ['speech,video', ''])
      expect(thrownBy(() => rolesOf(invalid)).message).toContain('- WORKER_ROLES')
  })

  it('allows links to public hosts only, except in local tests', () => {
    const local = {
      ...valid,
      PUBLIC_URL: 'http://127.0.0.1:5173',
      LINK_ALLOW_PRIVATE: '127.0.0.1:4000, files.test:80',
    }

    expect(readConfig({ ...valid, LINK_DENY: '5.6.7.8,2a00:1::/32' }).download).toEqual({
      ports: [80, 443],
      denied: ['5.6.7.8', '2a00:1::/32'],
      seconds: 3600,
      allowedPrivateHosts: [],
    })
    expect(readConfig(local).download.allowedPrivateHosts).toEqual(['127.0.0.1:4000', 'files.test:80'])
    for (const invalid of [
      { ...local, PUBLIC_URL: 'https://doslovno.example' },
      { ...local, PUBLIC_URL: 'http://127.0.0.1.doslovno.example' },
      { ...local, NODE_ENV: 'production' },
      { ...local, LINK_ALLOW_PRIVATE: '127.0.0.1' },
    ])
      expect(thrownBy(() => readConfig(invalid)).message).toContain('- LINK_ALLOW_PRIVATE: ')
    expect(thrownBy(() => readConfig({ ...valid, LINK_DENY: 'our.example' })).message).toContain('- LINK_DENY: ')
  })

  it('refuses the secret of the repository in production and under a public address', () => {
    const local = { ...process.env, MODELS_DIR: '/models' }

    expect(readConfig(local).tokenSecret).toBe(DEVELOPMENT_SECRET)
    for (const invalid of [
      { ...local, NODE_ENV: 'production' },
      { ...local, PUBLIC_URL: 'https://doslovno.example' },
    ])
      expect(thrownBy(() => readConfig(invalid)).message).toContain('- TOKEN_SECRET: ')
  })

  it('reports every problem at once and reveals no values', () => {
    const invalid = { ...valid, TOKEN_SECRET: 'short-secret', S3_BUCKET: undefined, WORKER_SLOTS: 'many' }

    const failure = thrownBy(() => readConfig(invalid))

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
