import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { readConfig } from '@doslovno/server/platform/config.ts'
import { Env } from '@doslovno/server/platform/env.ts'
import { describe, expect, it } from 'vitest'

import { projectRoot } from '#scripts/settings.ts'

import { composeServices, settingsOf } from './compose.ts'
import { composeVariables, exampleNames, filledExample, withSecrets } from './example.ts'
import { settingsPage, settingsPagePath } from './settings-page.ts'

const env = filledExample()
const services = composeServices(env)
const variables = Object.keys(Env.shape)
/** Set by the images themselves, or what their health checks ask. */
const BY_IMAGE = ['BUILD_COMMIT', 'OPS_PORT']
const OURS = ['api', 'worker', 'migrate', 'bucket'] as const
const sorted = (names: Iterable<string>) => [...names].toSorted()

describe('the settings of the compose file', () => {
  it('are every variable of the product, once, in .env.example', () => {
    expect(sorted(exampleNames())).toEqual(sorted(new Set([...variables, ...composeVariables()])))
  })

  it('are described in docs/operations/settings.md as `pnpm settings` writes it', () => {
    expect(readFileSync(settingsPagePath, 'utf8')).toBe(settingsPage())
  })

  it.each(OURS)('reach %s, all of them and nothing else of .env', (name) => {
    expect(sorted([...Object.keys(services[name]?.environment ?? {}), ...BY_IMAGE])).toEqual(sorted(variables))
  })

  it.each(OURS)('start %s with the example filled in', (name) => {
    const config = readConfig(withSecrets(settingsOf(services[name] ?? {}, env)))

    expect(config.publicUrl).toBe('https://doslovno.example.ru')
    expect(config.warnings).toEqual([])
  })
})

describe('a container of ours', () => {
  it.each(Object.keys(services))('is unprivileged and read-only: %s', (name) => {
    expect(services[name]).toMatchObject({
      user: '10001:10001',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
    })
  })

  it('has a limit of memory if it stays', () => {
    const unlimited = Object.entries(services).filter(([, service]) => !service.deploy?.resources?.limits?.memory)

    expect(unlimited.map(([name]) => name)).toEqual(['secrets', 'bucket', 'migrate', 'models'])
  })

  it('runs a file that there is', () => {
    const files = Object.values(services).flatMap(({ command = [] }) => command.filter((part) => part.endsWith('.ts')))

    expect(files.filter((file) => !existsSync(resolve(projectRoot, file)))).toEqual([])
    expect(files).not.toEqual([])
  })
})
