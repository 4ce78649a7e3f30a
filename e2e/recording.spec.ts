import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { recording, reference } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { signIn, transcribe } from './journey.ts'
import { addRecorded, createPerson, spokenFile } from './seed.ts'

const FIRST = 'voxforge_ru/ru_0032.wav'
const SECOND = 'voxforge_ru/ru_0035.wav'

function transcript(page: Page) {
  return page.getByRole('region', { name: 'Расшифровка' })
}

/** The spoken text, without timecodes. */
async function textOn(page: Page): Promise<string> {
  return (await transcript(page).locator('p').allInnerTexts()).join(' ')
}

test('two Russian recordings are transcribed to their own texts, with a player of the right length [FILE-2]', async ({
  page,
}) => {
  await signIn(page, await createPerson())
  const texts: string[] = []
  for (const name of [FIRST, SECOND]) {
    await transcribe(page, recording(name))
    await expect(page.getByRole('region', { name: 'Плеер' })).toContainText('0:09')
    await expect(page.getByRole('slider', { name: 'Позиция воспроизведения' })).toHaveAttribute('aria-valuemax', '9')
    texts.push(await textOn(page))
  }

  const [first = '', second = ''] = texts
  expect(wordErrorRate(reference(FIRST), first)).toBeLessThanOrEqual(0.4)
  expect(wordErrorRate(reference(SECOND), second)).toBeLessThanOrEqual(0.4)
  expect(wordErrorRate(reference(SECOND), first)).toBeGreaterThan(0.8)
  expect(wordErrorRate(reference(FIRST), second)).toBeGreaterThan(0.8)
})

test('a click on a word seeks to it, and playback continues from there [FILE-7]', async ({ page }) => {
  const script = page.waitForResponse(
    async (response) =>
      /\/api\/scripts\/[0-9a-f-]+$/.test(response.url()) && (await response.json()).status === 'complete',
  )
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, spokenFile('ru_0032.wav', ['0032'])))
  const words: { text: string; start: number; end: number }[] = (await (await script).json()).script.flatMap(
    (segment: { words: object[] }) => segment.words,
  )
  const index = Math.floor(words.length / 2)
  const paragraph = transcript(page).locator('p').first()

  const at = await paragraph.evaluate((element, n) => {
    const text = element.firstChild as Text
    const from = [...text.data.matchAll(/\S+/g)][n]?.index ?? 0
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, from + 2)
    const box = range.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }, index)
  await page.mouse.click(at.x, at.y)

  const slider = page.getByRole('slider', { name: 'Позиция воспроизведения' })
  const word = words[index]
  await expect(slider).toHaveAttribute('aria-valuenow', String(Math.floor(word?.start ?? -1)))
  await page.keyboard.press('Space')
  await expect(slider).toHaveAttribute('aria-valuenow', String(Math.floor(word?.start ?? -1) + 1))
})

test('opening and playing a file works by keyboard alone', async ({ page }) => {
  const person = await createPerson()
  await addRecorded(person, spokenFile('ru_0032.wav', ['0032']))
  await signIn(page, person)
  await expect(page.getByRole('link', { name: /ru_0032/ }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'К содержимому' })).toBeFocused()
  const open = page.getByRole('link', { name: /ru_0032/ }).first()
  for (let presses = 0; presses < 40 && !(await open.evaluate((link) => link === document.activeElement)); presses++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()

  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Пауза' })).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')

  await expect(page.getByRole('slider', { name: 'Позиция воспроизведения' })).toHaveAttribute('aria-valuenow', /[5-9]/)
})
