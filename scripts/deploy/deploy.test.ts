import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { readConfig } from '@doslovno/server/platform/config.ts'
import { Env } from '@doslovno/server/platform/env.ts'
import { afterAll, describe, expect, it } from 'vitest'

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
    // The operator of a private installation may leave the seller out.
    expect(config.warnings).toEqual(['SELLER_NAME is not set: the offer and the privacy policy name nobody'])
  })
})

describe('the secrets of the compose file', () => {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
  const makeIn = (folder: string) => {
    execFileSync(process.execPath, [resolve(projectRoot, 'deploy/make-secrets.ts'), folder])
    return readFileSync(join(folder, 'env'), 'utf8')
  }
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    folders.push(folder)
    return folder
  }

  it('are made once, and open PostgreSQL and Redis by passwords', () => {
    const folder = newFolder()

    const env = makeIn(folder)

    expect(makeIn(folder)).toBe(env)
    expect(env).toContain(`doslovno:${readFileSync(join(folder, 'postgres'), 'utf8')}@`)
    const [, password = ''] = /^requirepass (\w{48})$/m.exec(readFileSync(join(folder, 'redis.conf'), 'utf8')) ?? []
    expect(env).toContain(`REDIS_URL=redis://:${password}@redis:6379\n`)
  })

  it('keep those of an earlier release, and get what it did not have', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'env'), 'DATABASE_URL=postgres://old\nTOKEN_SECRET=old\n')

    const env = makeIn(folder)

    expect(env).toMatch(/^DATABASE_URL=postgres:\/\/old\nTOKEN_SECRET=old\nREDIS_URL=/)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
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
