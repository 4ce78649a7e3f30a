import { afterEach, describe, expect, it, vi } from 'vitest'

import { developmentEnv, servers } from './settings.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the language model of development', () => {
  it('is none unless one is named, or the one of LLM_BASE_URL', () => {
    vi.stubEnv('LLM', undefined)

    expect(Object.keys(developmentEnv()).filter((name) => name.startsWith('LLM'))).toEqual([])
  })

  it('is the simulator if it is asked for', () => {
    vi.stubEnv('LLM', 'simulator')

    expect(developmentEnv()).toMatchObject({
      LLM_BASE_URL: `http://127.0.0.1:${servers.llm.port}/v1`,
      LLM_MODEL: 'simulator',
    })
  })
})
