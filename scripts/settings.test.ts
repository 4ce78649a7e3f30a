import { afterEach, describe, expect, it, vi } from 'vitest'

import { developmentEnv, servers } from './settings.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the language model of development', () => {
  it('is the simulator', () => {
    vi.stubEnv('LLM_BASE_URL', undefined)

    expect(developmentEnv()).toMatchObject({ LLM_BASE_URL: `http://127.0.0.1:${servers.llm.port}/v1` })
  })

  it('is the one that the environment names', () => {
    vi.stubEnv('LLM_BASE_URL', 'http://127.0.0.1:11434/v1')

    expect(developmentEnv()).not.toHaveProperty('LLM_MODEL')
  })

  it('can be switched off', () => {
    vi.stubEnv('LLM_BASE_URL', undefined)
    vi.stubEnv('LLM', 'off')

    expect(developmentEnv()).toMatchObject({ LLM_BASE_URL: '' })
    expect(developmentEnv()).not.toHaveProperty('LLM_MODEL')
  })
})
