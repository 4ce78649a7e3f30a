import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { recording, reference } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { projectRoot } from '#scripts/settings.ts'

import { test } from './documented.ts'
import { origin } from './environment.ts'
import { PAVEL, signIn } from './journey.ts'
import { createPerson } from './seed.ts'

const RECORDING = 'voxforge_ru/ru_0035.wav'
const run = promisify(execFile)

type Client = { createClient: (options: { apiKey: string; baseUrl: string }) => { getUsage(): Promise<object> } }

test('the documentation is drawn from our own origin alone, wide and light or narrow and dark; the client of the API works in a browser', async ({
  page,
}) => {
  const [origins, complaints] = [new Set<string>(), [] as string[]]
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) origins.add(url.origin)
  })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--scalar-color-accent').trim())

  await page.goto('/api/docs#tag/scripts/POST/api/scripts/{id}/process')
  await expect(page.getByRole('heading', { name: 'Запустить обработку' }).first()).toBeVisible()
  await expect(page.getByText('Сколько спикеров: ').first()).toBeVisible()
  expect(await accent()).toBe('#2b55d6')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Начни за пять минут' })).toBeVisible()
  expect(await accent()).toBe('#8fabff')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await usageByClient(page)).toMatchObject({ minutesRemain: expect.any(Number) })

  expect([...origins]).toEqual([origin])
  expect(complaints).toEqual([])
})

/** Asks for the usage of Pavel by the published client, which the page loads without its types. */
async function usageByClient(page: Page): Promise<object> {
  await page.route('/client/*.ts', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/client/', '')
    const source = await readFile(resolve(projectRoot, 'packages/client/src', name), 'utf8')
    await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
  })
  const login = await page.request.post('/api/account/login', { data: PAVEL })
  const { accessToken } = (await login.json()) as { accessToken: string }
  return page.evaluate(
    async ({ apiKey, baseUrl, module }) => {
      const { createClient } = (await import(module)) as Client
      return createClient({ apiKey, baseUrl }).getUsage()
    },
    { apiKey: accessToken, baseUrl: origin, module: '/client/index.ts' },
  )
}

test.describe('a key', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  let folder: string
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'api-key-'))
    await run('ffmpeg', ['-v', 'error', '-i', recording(RECORDING), join(folder, 'meeting.mp3')])
  })
  test.afterEach(() => rm(folder, { recursive: true }))

  /** Pastes commands into a terminal in the folder of the recording. */
  const paste = async (commands: string) => (await run('bash', ['-c', commands], { cwd: folder })).stdout
  const curl = (key: string, path: string) => paste(`curl -s ${origin}${path} -H 'Authorization: Bearer ${key}'`)
  const section = (page: Page) => page.getByRole('region', { name: /Доступ по\sAPI/ })

  async function copiedBy(page: Page, button: string | RegExp, toast: string): Promise<string> {
    await section(page).getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(toast).last()).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const copyKey = (page: Page) => copiedBy(page, 'Скопировать', 'Ключ скопирован')

  test('made on the page transcribes a recording by the copied commands, and dies when it is replaced [ACC-8] [API-2]', async ({
    page,
  }) => {
    await signIn(page, await createPerson(), '/account#api')
    await section(page).getByRole('button', { name: 'Создать ключ' }).click()
    const key = await copyKey(page)

    const started: { processId: string } = JSON.parse(
      await paste(await copiedBy(page, /Скопировать с\sключом/, 'Команды скопированы')),
    )
    const process = `/api/processes/${started.processId}`
    await expect.poll(async () => JSON.parse(await curl(key, process)).status).toBe('complete')
    const [file]: { id: string; fileName: string }[] = JSON.parse(await curl(key, '/api/scripts')).data
    const { script }: { script: { text: string }[] } = JSON.parse(await curl(key, `/api/scripts/${file?.id}`))

    expect(file?.fileName).toBe('meeting.mp3')
    expect(wordErrorRate(reference(RECORDING), script.map(({ text }) => text).join(' '))).toBeLessThanOrEqual(0.4)

    await section(page).getByRole('button', { name: 'Создать новый' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Создать новый' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const next = await copyKey(page)

    expect(next).not.toBe(key)
    expect(JSON.parse(await curl(key, '/api/usage'))).toMatchObject({ code: 'needAuthorization' })
    expect(JSON.parse(await curl(next, '/api/usage'))).toMatchObject({ maxFileSize: expect.any(Number) })
  })
})
