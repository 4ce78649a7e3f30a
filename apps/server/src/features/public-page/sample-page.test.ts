import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

const INDEX = resolve(import.meta.dirname, '../../../../web/index.html')
const AUDIO = fileURLToPath(import.meta.resolve('@doslovno/sample/sample.m4a'))

let test: TestApp
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  copyFileSync(INDEX, join(webRoot, 'index.html'))
  mkdirSync(join(webRoot, 'assets'))
  copyFileSync(AUDIO, join(webRoot, 'assets/sample-1a2b3c4d.m4a'))
  test = await createTestApp({ webRoot, publicUrl: 'https://doslovno.example' })
})
afterAll(() => test.close())

describe('the page of the sample', () => {
  it('has its text before any script runs, and search engines may list it', async () => {
    const { body, headers, statusCode } = await test.app.inject({ url: '/demo' })

    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>Один ноль в пользу пчёл</h1>')
    expect(body).toMatch(/Анна <a href="\?t=0[^"]*"[^>]*>0:00<\/a><\/h2><p data-text>Здравствуйте! Это подкаст/)
    expect(body).toMatch(/<p data-text>И не торопитесь на футбол!<\/p>/)
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('tells messengers its own address', async () => {
    const { body } = await test.app.inject({ url: '/demo?t=20' })

    expect(body).toContain('<meta property="og:url" content="https://doslovno.example/demo" />')
    expect(body).toContain('<title>Один ноль в пользу пчёл — Дословно</title>')
  })

  it('may play its recording, which comes in parts and is cached for good', async () => {
    const page = await test.app.inject({ url: '/demo' })
    const part = await test.app.inject({ url: '/assets/sample-1a2b3c4d.m4a', headers: { range: 'bytes=0-99' } })

    expect(page.headers['content-security-policy']).toMatch(/media-src 'self' /)
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toHaveLength(100)
    expect(part.headers['content-type']).toMatch(/^audio\//)
    expect(part.headers['cache-control']).toContain('immutable')
  })
})
