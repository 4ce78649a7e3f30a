import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { createPerson } from './seed.ts'

const DIALOGUE = wavSamples(recording('dialogs/ru_2spk.wav'))
/** Two minutes: long enough to play on after the text is complete. */
const TIMES = 3

const draft = (page: Page) => page.getByRole('region', { name: 'Уже распознано' })
const pause = (page: Page) => page.getByRole('button', { name: 'Пауза' })
const secondsHeard = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Позиция воспроизведения' }).getAttribute('aria-valuenow'))

/** Uploads a recording by the API; returns the path of its page. */
async function upload(page: Page, content: Buffer): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const reply = await page.request.post('/api/scripts/upload', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: { name: 'Разговор.wav', mimeType: 'audio/wav', buffer: content } },
  })
  const { script } = (await reply.json()) as { script: { id: string } }
  return `/files/${script.id}`
}

test('a file is read and played while it is recognised, and plays on when the text is complete [UP-11]', async ({
  page,
}) => {
  await signIn(page, await createPerson())
  await page.goto(await upload(page, toWav(Buffer.concat(Array.from({ length: TIMES }, () => DIALOGUE)))))
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()
  await expect(draft(page).locator('[data-text]').first()).toBeVisible()

  await draft(page).locator('[data-seek]').first().click()
  await expect(pause(page)).toBeVisible()
  await expect(draft(page).locator('[aria-current]')).toHaveCount(1)
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(1)
  const before = await secondsHeard(page)
  await expect(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()

  await expect(pause(page)).toBeVisible()
  // It neither begins again nor stands still.
  const after = await secondsHeard(page)
  expect(after).toBeGreaterThanOrEqual(before)
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(after)
})
