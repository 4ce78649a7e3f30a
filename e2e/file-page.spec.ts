import { readFile } from 'node:fs/promises'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { babble, mix, toPcm } from '@doslovno/server/test/recordings/sounds.ts'
import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { clickWord, signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue, spokenFile } from './seed.ts'

const slider = (page: Page) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const position = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'))
const text = (page: Page) => page.locator('[data-text]:visible')
const clock = (seconds: number) => `0:${String(Math.floor(seconds)).padStart(2, '0')}`
const spokenWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

test.describe('a recording', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('plays from the clicked word and lights the spoken one; a link copied from a selection opens at its word [FILE-1, FILE-7]', async ({
    page,
  }) => {
    const person = await createPerson()
    const recorded = spokenFile('Планёрка.wav', ['0032', '0035'], { pauseSeconds: 7 })
    await signIn(page, person, await addRecorded(person, recorded))
    const [said = [], saidLater = []] = recorded.spoken.map((one) => one.text.split(' '))
    await expect(page.getByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible()

    await clickWord(page, said[3] ?? '')
    expect(await spokenWord(page)).toBe(said[3])
    expect(await position(page)).toBeGreaterThan(0)
    await page.keyboard.press('Space')
    await expect.poll(async () => said.slice(5).includes(await spokenWord(page))).toBe(true)
    await expect(page.locator('[data-paragraph]').first()).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Space')

    await text(page).nth(1).selectText()
    await page.getByRole('button', { name: 'Ссылка на момент' }).click()
    await expect(page.getByText('Ссылка успешно скопирована!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/files\/[0-9a-f-]{36}\?t=\d+(\.\d)?$/)
    await page.goto(link)

    await expect.poll(() => spokenWord(page)).toBe(saidLater[0])
    await expect(text(page).nth(1)).toBeInViewport()
  })
})

test('speech under noise, which nobody understands, stands in the text: it is saved, plays, comes first in the review, and can be heard again', async ({
  page,
}) => {
  await signIn(page, await createPerson(), '/upload')
  const { start, end, content } = noisyInterview()
  await page.locator('input[type=file]').setInputFiles({ name: 'Интервью.wav', mimeType: 'audio/wav', buffer: content })
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  const line = page.getByRole('region', { name: 'Расшифровка' }).getByRole('note')
  const times = `${clock(start)}–${clock(end)}`
  await expect(line).toContainText(`${times} не\u00a0разобрали`)
  await expect(text(page).first()).toContainText('несколько лет')
  await expect(text(page).last()).toContainText('лесов')

  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await page.getByText('TXT', { exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/\n\[\d\d:\d\d:\d\d–\d\d:\d\d:\d\d не\sразобрали\]\n/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Проверить текст' }).click()
  const card = page.getByRole('dialog', { name: 'Проверка' })
  await expect(card.getByText(`${times} не\u00a0разобрали`)).toBeVisible()
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(Math.floor(start))
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Послушать' }).click()
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(Math.floor(start))

  await line.getByRole('button', { name: 'Разобрать ещё раз' }).click()
  await expect(line).toContainText('не\u00a0разобрали и\u00a0со\u00a0второго раза')
})

/** A sentence of three drowns in the voices of a crowd. */
function noisyInterview() {
  const clip = (name: string) => toSamples(wavSamples(recording(`voxforge_ru/ru_${name}.wav`)))
  const [first, drowned, last] = [clip('0032'), clip('0035'), clip('0022')]
  const crowd = babble(20, 7, [first, last, clip('0024'), clip('0025')])
  const pause = new Float32Array(SAMPLE_RATE)
  const parts = [first, pause, mix(drowned, crowd, 0), pause, last]
  const start = first.length / SAMPLE_RATE + 1
  return { start, end: start + drowned.length / SAMPLE_RATE, content: toWav(Buffer.concat(parts.map(toPcm))) }
}

test('speech that was left out is heard again when its owner asks, and its words can be taken back', async ({
  page,
}) => {
  const person = await createPerson()
  const recorded = spokenFile('Интервью.wav', ['0032', '0035', '0022'], { pauseSeconds: 1 })
  const [first, lost, last] = recorded.spoken
  if (!first || !lost || !last) throw new Error('three sentences')
  const unheard = [{ start: lost.start, end: lost.end }]
  await signIn(page, person, await addRecorded(person, { ...recorded, spoken: [first, last], unheard }))
  const line = page.getByRole('note')
  await expect(text(page)).toHaveText([first.text, last.text])

  await line.getByRole('button', { name: 'Разобрать ещё раз' }).click()
  await expect(line).toContainText('разбираем ещё раз…')

  await expect(line).toHaveCount(0)
  await expect(text(page)).not.toHaveText([first.text, last.text])
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(text(page)).toHaveText([first.text, last.text])
})

test('a recording whose URL has expired plays on from where its listener seeks', async ({ page, request }) => {
  const person = await createPerson()
  // 58 MB: more than Chromium buffers ahead.
  const content = toWav(Buffer.alloc(1800 * 32_000))
  const spoken = [{ text: 'Тихая лекция.', start: 1, end: 4 }]
  const urls = new Set<string>()
  page.on('request', (asked) => /X-Amz-Expires=\d+/.test(asked.url()) && urls.add(asked.url()))
  await signIn(page, person, await addRecorded(person, { fileName: 'Лекция.wav', contentType: 'audio/wav', content, spoken })) // prettier-ignore
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '1800')
  await expect.poll(() => urls.size).toBeGreaterThan(0)

  const [first = ''] = urls
  const status = async () => (await request.get(first, { headers: { range: 'bytes=0-9' } })).status()
  await expect.poll(status).toBe(403)
  await slider(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('PageDown')
  const sought = await position(page)
  await page.getByRole('button', { name: 'Слушать', exact: true }).click()

  await expect.poll(() => position(page)).toBeGreaterThan(sought + 1)
  expect(urls.size).toBeGreaterThan(1)
})

test('voices are heard, merged by drag and named by keyboard, and the file is renamed: all of it is kept [FILE-5, FILE-6, FILE-10]', async ({
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Назови голоса' })
  const cards = panel.getByRole('group', { name: 'Голоса' }).getByRole('region')
  const chips = page.getByRole('group', { name: 'Кто говорит' }).getByRole('button')
  const person = await createPerson()
  const talk = dialogue('Планёрка.wav', ['Первая реплика.', 'Вторая реплика.', 'Третья реплика.', 'Четвёртая реплика.'])
  // The first ones speak longer.
  const spoken = talk.spoken.map((one, speaker) => ({ ...one, end: one.end - speaker * 0.05, speaker }))
  await signIn(page, person, await addRecorded(person, { ...talk, spoken }))
  await expect(chips).toHaveCount(4)

  await page.getByRole('button', { name: 'Назвать голоса' }).last().click()
  const third = panel.getByRole('region', { name: 'Спикер 3' })
  await third.getByRole('button', { name: 'Послушать' }).click()
  await expect(third.getByRole('button', { name: 'Остановить' })).toBeVisible()
  await expect(third.getByRole('button', { name: 'Послушать' })).toBeVisible()
  expect(await position(page)).toBe(13)
  const merge = () => panel.locator('[draggable=true]').nth(3).dragTo(cards.nth(0))
  await merge()
  await expect(panel.getByRole('status')).toHaveText('Спикер 4 — это Спикер 1')
  await panel.getByRole('button', { name: 'Вернуть' }).click()
  await expect(cards).toHaveCount(4)
  await merge()
  await expect(cards).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '0')

  const names = ['Анна', 'Борис', 'Вера']
  await page.keyboard.press('n')
  for (const [index, name] of names.entries()) {
    await expect(panel.getByRole('textbox').nth(index)).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await page.getByRole('button', { name: 'Планёрка', exact: true }).click()
  await page.getByRole('textbox', { name: 'Название файла' }).fill('Итоги недели')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Итоги недели' })).toBeVisible()
  await page.reload()

  await expect(chips).toHaveCount(3)
  for (const name of names) await expect(chips.filter({ hasText: name })).toHaveCount(1)
  await page.getByRole('link', { name: 'Мои файлы' }).first().click()
  await expect(page.getByRole('link', { name: /Итоги недели/ })).toBeVisible()
})

test('the clean view hides fillers, plays by its words, is what a download gives, and is edited in the verbatim text', async ({
  page,
}) => {
  const mumbled = ['Э-э, мы мы поехали в лес.', 'Это, ну, важный разговор.', 'Потом все верну- вернулись домой.']
  const kept = ['Мы поехали в лес.', 'Это важный разговор.', 'Потом все вернулись домой.']
  const clean = page.getByRole('button', { name: 'Без мусора' })
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, dialogue('Поездка.wav', mumbled)))
  await expect(text(page)).toHaveText(mumbled)

  await clean.click()
  await expect(text(page)).toHaveText(kept)
  await clickWord(page, 'важный')
  // The hidden word before «важный» takes the time until then.
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '6')
  await page.reload()
  await expect(text(page)).toHaveText(kept)
  const saved = await downloadTxt(page)
  for (const sentence of kept) expect(saved.replaceAll('\u00a0', ' ')).toContain(sentence)
  expect(saved).not.toMatch(/э-э|верну-|ну,/iu)

  await clickWord(page, 'важный', 2)
  await expect(page.getByText('Правим дословный текст')).toBeVisible()
  await page.keyboard.type('долгий')
  await page.keyboard.press('Enter')
  await expect(text(page).nth(1)).toHaveText('Это, ну, долгий разговор.')
  await clean.click()
  await expect(text(page).nth(1)).toHaveText('Это долгий разговор.')
})

async function downloadTxt(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Без мусора' })).toBeChecked()
  await page.getByText('TXT', { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])
  await page.keyboard.press('Escape')
  return readFile(await download.path(), 'utf8')
}
