import { afterEach, describe, expect, it, vi } from 'vitest'

import { archiveUrl, findRegistry } from './registry.ts'

afterEach(() => vi.unstubAllEnvs())

describe('findRegistry', () => {
  it('is the one npm is set up to use', async () => {
    vi.stubEnv('npm_config_registry', 'https://npm.example.ru/proxy/')

    expect(await findRegistry()).toBe('https://npm.example.ru/proxy/')
  })

  it('is the public one if the setting is no address', async () => {
    vi.stubEnv('npm_config_registry', 'undefined')

    expect(await findRegistry()).toBe('https://registry.npmjs.org')
  })
})

describe('archiveUrl', () => {
  it.each([
    ['https://npm.example.ru/proxy/', 'vad', 'https://npm.example.ru/proxy/vad/-/vad-1.0.0.tgz'],
    ['https://registry.npmjs.org', '@one/vad', 'https://registry.npmjs.org/@one/vad/-/vad-1.0.0.tgz'],
  ])('names the archive in %s of %s', (registry, name, url) => {
    expect(archiveUrl(registry, { name, version: '1.0.0', bytes: 1, integrity: '' })).toBe(url)
  })
})
