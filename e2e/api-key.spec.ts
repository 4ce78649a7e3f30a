import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { recording, reference } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { createPerson } from './seed.ts'

const RECORDING = 'voxforge_ru/ru_0032.wav'
const run = promisify(execFile)

let folder: string
test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  folder = await mkdtemp(join(tmpdir(), 'api-key-'))
  await run('ffmpeg', ['-v', 'error', '-i', recording(RECORDING), join(folder, 'meeting.mp3')])
})
test.afterEach(() => rm(folder, { recursive: true }))

/** Pastes commands into a terminal in the folder of the recording. */
async function paste(commands: string): Promise<string> {
  return (await run('bash', ['-c', commands], { cwd: folder })).stdout
}

function curl(key: string, url: string): Promise<string> {
  return paste(`curl -s ${url} -H 'Authorization: Bearer ${key}'`)
}

const section = (page: Page) => page.getByRole('region', { name: /Доступ по\sAPI/ })

async function copiedBy(page: Page, button: string | RegExp, toast: string): Promise<string> {
  await section(page).getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(toast).last()).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}
const copyKey = (page: Page) => copiedBy(page, 'Скопировать', 'Ключ скопирован')

test('a key made on the page transcribes a recording by the copied commands, and dies when it is replaced [ACC-8] [API-2]', async ({
  page,
  baseURL,
}) => {
  await signIn(page, await createPerson(), '/account#api')
  await section(page).getByRole('button', { name: 'Создать ключ' }).click()
  const key = await copyKey(page)

  const started: { processId: string } = JSON.parse(
    await paste(await copiedBy(page, /Скопировать с\sключом/, 'Команды скопированы')),
  )
  const processUrl = `${baseURL}/api/processes/${started.processId}`
  await expect.poll(async () => JSON.parse(await curl(key, processUrl)).status).toBe('complete')
  const [file]: { id: string; fileName: string }[] = JSON.parse(await curl(key, `${baseURL}/api/scripts`)).data
  const script: { script: { text: string }[] } = JSON.parse(await curl(key, `${baseURL}/api/scripts/${file?.id}`))

  expect(file?.fileName).toBe('meeting.mp3')
  expect(wordErrorRate(reference(RECORDING), script.script.map(({ text }) => text).join(' '))).toBeLessThanOrEqual(0.4)

  await section(page).getByRole('button', { name: 'Создать новый' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Создать новый' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const next = await copyKey(page)

  expect(next).not.toBe(key)
  expect(JSON.parse(await curl(key, `${baseURL}/api/usage`))).toMatchObject({ code: 'needAuthorization' })
  expect(JSON.parse(await curl(next, `${baseURL}/api/usage`))).toMatchObject({ maxFileSize: expect.any(Number) })
})
