import { expect, type Locator, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { watchGestures } from './gestures.ts'
import { clickWord, signIn } from './journey.ts'
import { addFile, addRecorded, createPerson, dialogue } from './seed.ts'

const TALK = ['Это Мымрен пришёл.', 'Он видел Мымрена вчера.', 'Мымрену это нравится.', 'Потом все ушли домой.']

const MISHEARD = [
  ['карова', 'корова'],
  ['сабака', 'собака'],
  ['малако', 'молоко'],
  ['акно', 'окно'],
  ['вакзал', 'вокзал'],
  ['тилефон', 'телефон'],
  ['мидведь', 'медведь'],
  ['ришение', 'решение'],
  ['паравоз', 'паровоз'],
  ['святильник', 'светильник'],
] as const

const text = (page: Page) => page.locator('[data-text]:visible')
const speakers = (page: Page) => page.getByRole('group', { name: 'Кто говорит' }).getByRole('button')
const saved = (page: Page) => expect(page.getByText('Сохранено')).toBeVisible()

// What everyday work costs, as the page itself counts it. Naming seven voices is in voices.spec.ts.
test.describe('gestures', () => {
  test('a word is corrected by one double-click and its letters', async ({ page }) => {
    await openTalk(page)
    const gestures = await watchGestures(page)

    await doubleClickWord(page, 'Мымрен')
    await page.keyboard.type('Мымрин')
    await saved(page)

    expect(await gestures()).toEqual({ clicks: 0, doubleClicks: 1, keys: 6 })
    await page.reload()
    await expect(text(page).first()).toHaveText('Это Мымрин пришёл.')
  })

  test('a correction is made everywhere by one click and Enter', async ({ page }) => {
    await openTalk(page)
    await doubleClickWord(page, 'Мымрен')
    await page.keyboard.type('Мымрин')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Заменить ещё в 2 местах?')).toBeVisible()
    const gestures = await watchGestures(page)

    await page.getByRole('button', { name: 'Показать' }).click()
    await expect(page.getByRole('button', { name: 'Заменить в 2 местах' })).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(text(page).nth(1)).toHaveText('Он видел Мымрина вчера.')
    expect(await gestures()).toEqual({ clicks: 1, doubleClicks: 0, keys: 1 })
  })

  test('a phrase is given to another speaker by one key', async ({ page }) => {
    await openTalk(page)
    await text(page).nth(1).focus()
    const gestures = await watchGestures(page)

    await page.keyboard.press('1')

    await saved(page)
    expect(await gestures()).toEqual({ clicks: 0, doubleClicks: 0, keys: 1 })
    await page.reload()
    await expect(text(page).first()).toHaveText(/^Это Мымрен пришёл\. Он видел Мымрена вчера\./)
  })

  test('two speakers are merged by two clicks', async ({ page }) => {
    await openTalk(page)
    const gestures = await watchGestures(page)

    await page.getByRole('region', { name: 'Расшифровка' }).getByRole('button', { name: 'Спикер 2' }).first().click()
    await page.getByRole('button', { name: 'Везде: Спикер 2 — это Спикер 1' }).click()

    await saved(page)
    expect(await gestures()).toEqual({ clicks: 2, doubleClicks: 0, keys: 0 })
    // Nobody is left to tell apart.
    await expect(speakers(page)).toHaveCount(0)
  })

  test('a link is opened to everybody and copied by two clicks, copied again by one', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = await openTalk(page)
    const gestures = await watchGestures(page)

    await page.getByRole('button', { name: 'Поделиться' }).click()
    await page.getByRole('button', { name: 'Открыть доступ' }).click()
    await expect(page.getByText('Ссылка успешно скопирована!')).toBeVisible()

    expect(await gestures()).toEqual({ clicks: 2, doubleClicks: 0, keys: 0 })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    expect(await copied()).toBe(new URL(path, page.url()).href)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.goto('/')
    const inLibrary = await watchGestures(page)
    await page.getByRole('button', { name: /открыт по ссылке/ }).click()
    await expect.poll(copied).toBe(new URL(path, page.url()).href)
    expect(await inLibrary()).toEqual({ clicks: 1, doubleClicks: 0, keys: 0 })
  })

  test('a search is asked by Enter at once, and its hit opened by one click', async ({ page }) => {
    const person = await createPerson()
    await addFile(person, ['Потом мы посадили берёзы у самой дороги.'], { fileName: 'Интервью.mp3' })
    // The pause after typing, one second, never ends.
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window)
      window.setTimeout = ((act: TimerHandler, ms?: number) => (ms === 1000 ? 0 : later(act, ms))) as typeof setTimeout
    })
    await signIn(page, person)
    const gestures = await watchGestures(page)

    await page.keyboard.press('/')
    await page.keyboard.type('берёза')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /берёзы/ }).click()

    await expect(page).toHaveURL(/\/files\/.*\?t=/)
    expect(await gestures()).toEqual({ clicks: 1, doubleClicks: 0, keys: 8 })
  })
})

test('ten words are corrected by keyboard only: their letters, and one key more for each', async ({ page }) => {
  await openTalk(
    page,
    MISHEARD.map(([wrong]) => `Тут ${wrong} рядом.`),
    1,
  )
  const start = page.getByRole('button', { name: 'Проверить текст' })
  for (let presses = 0; presses < 60 && !(await isFocused(start)); presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Проверка' })
  await expect(card).toBeVisible()
  const gestures = await watchGestures(page)

  for (const [wrong, right] of MISHEARD) {
    await expect(card.getByRole('button', { name: wrong })).toBeVisible()
    await page.keyboard.type(right)
    await page.keyboard.press('Enter')
  }

  await expect(card).toContainText('Рискованных мест больше нет.')
  const letters = MISHEARD.reduce((sum, [, right]) => sum + right.length, 0)
  expect(await gestures()).toEqual({ clicks: 0, doubleClicks: 0, keys: letters + MISHEARD.length })
  await page.keyboard.press('Enter')
  await saved(page)
  await page.reload()
  const corrected = MISHEARD.map(([, right]) => `Тут ${right} рядом.`).join(' ')
  await expect.poll(async () => (await text(page).allTextContents()).join(' ')).toBe(corrected)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a file is reviewed by thumb', async ({ page }) => {
    await openTalk(page, ['Тут карова рядом.', 'Это стоит 15 рублей.', 'Мы не поедем.'])
    await page.getByRole('button', { name: 'Ещё действия' }).tap()
    await page.getByRole('menuitem', { name: 'Проверить текст' }).tap()
    const card = page.getByRole('dialog', { name: 'Проверка' })
    const wrong = card.getByRole('button', { name: 'карова' })

    await expect(card).toContainText('1 из 3')
    await card.getByRole('button', { name: 'Верно' }).tap()
    await expect(wrong).toBeVisible()
    await card.getByRole('button', { name: 'Исправить' }).tap()
    await page.keyboard.type('корова')
    await card.getByRole('button', { name: 'Сохранить' }).tap()
    await expect(wrong).toBeHidden()
    await card.getByRole('button', { name: 'Закончить проверку' }).first().tap()

    await expect(card).toBeHidden()
    await saved(page)
    await page.reload()
    await expect(text(page).first()).toHaveText('Тут корова рядом.')
  })
})

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test('the last action of the file menu is pressed by thumb', async ({ page }) => {
    await openTalk(page)

    await page.getByRole('button', { name: 'Ещё действия' }).tap()
    await page.getByRole('menuitem', { name: 'Удалить' }).tap()

    await expect(page.getByRole('dialog', { name: /Удалить/ })).toBeVisible()
  })
})

const isFocused = (button: Locator) => button.evaluate((element) => element === document.activeElement)

/** Opens a talk of two speakers or one; returns its path. */
async function openTalk(page: Page, sentences: readonly string[] = TALK, voices = 2): Promise<string> {
  const person = await createPerson()
  const talk = dialogue('Беседа.wav', sentences)
  const spoken = talk.spoken.map((one, index) => ({ ...one, speaker: index % voices }))
  const path = await addRecorded(person, { ...talk, spoken })
  await signIn(page, person, path)
  await expect(text(page).first()).toContainText(sentences[0] ?? '')
  return path
}

async function doubleClickWord(page: Page, word: string): Promise<void> {
  await clickWord(page, word, 2)
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
}
