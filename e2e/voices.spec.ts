import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { clickWord, signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue, type Person } from './seed.ts'

const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Зоя']
const MUMBLED = [
  'Э-э, мы мы поехали в лес.',
  'Это, ну, важный разговор.',
  'Потом все верну- вернулись домой.',
  'М-м.',
  'Ещё раз спасибо.',
]
const KEPT = ['Мы поехали в лес.', 'Это важный разговор.', 'Потом все вернулись домой.', 'Ещё раз спасибо.']

const panel = (page: Page) => page.getByRole('dialog', { name: 'Назови голоса' })
const chips = (page: Page) => page.getByRole('group', { name: 'Кто говорит' }).getByRole('button')
const slider = (page: Page) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const text = (page: Page) => page.locator('[data-text]:visible')
const clean = (page: Page) => page.getByRole('button', { name: 'Без мусора' })

test.describe('voices', () => {
  test('seven of them are named in one panel by keyboard only, and the names can be undone', async ({ page }) => {
    const keys: string[] = []
    const press = async (key: string) => {
      keys.push(key)
      await page.keyboard.press(key)
    }
    const type = async (name: string) => {
      keys.push(...Array.from(name))
      await page.keyboard.type(name)
    }
    await openTalk(page, 7)

    await press('n')
    for (const [index, name] of NAMES.entries()) {
      await expect(panel(page).getByRole('textbox').nth(index)).toBeFocused()
      await type(name)
      await press('Enter')
    }
    await press('Enter')

    await expect(panel(page)).toBeHidden()
    for (const name of NAMES) await expect(chips(page).filter({ hasText: name })).toHaveCount(1)
    expect(keys.length - NAMES.join('').length).toBe(9)
    await expect(page.getByText('Сохранено')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(chips(page).filter({ hasText: 'Зоя' })).toHaveCount(0)
    await expect(chips(page).filter({ hasText: 'Егор' })).toHaveCount(1)
  })

  test('each is heard for three seconds, and the recording returns to its place', async ({ page }) => {
    await openTalk(page, 3)
    await page.getByRole('button', { name: 'Назвать голоса' }).last().click()
    const third = panel(page).getByRole('region', { name: 'Спикер 3' })

    await third.getByRole('button', { name: 'Послушать' }).click()

    await expect(third.getByRole('button', { name: 'Остановить' })).toBeVisible()
    await expect(third.getByRole('button', { name: 'Послушать' })).toBeVisible()
    expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBe(13)
    await page.keyboard.press('Escape')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '0')
  })

  test('two are one person: by drag, by the menu, and taken back', async ({ page }) => {
    await openTalk(page, 4)
    await page.getByRole('button', { name: 'Назвать голоса' }).last().click()
    const cards = panel(page).getByRole('group', { name: 'Голоса' }).getByRole('region')
    await expect(cards).toHaveCount(4)

    await panel(page).locator('[draggable=true]').nth(3).dragTo(cards.nth(0))
    await expect(cards).toHaveCount(3)
    await expect(panel(page).getByRole('status')).toHaveText('Спикер 4 — это Спикер 1')
    await panel(page).getByRole('button', { name: 'Вернуть' }).click()
    await expect(cards).toHaveCount(4)
    await cards.nth(2).getByRole('button', { name: 'Это тот же, что…' }).click()
    await page.getByRole('menuitem', { name: 'Спикер 2' }).click()
    await expect(cards).toHaveCount(3)
    await panel(page).getByRole('button', { name: 'Готово' }).click()

    await expect(page.getByText('Сохранено')).toBeVisible()
    await page.reload()
    await expect(chips(page)).toHaveCount(3)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, bypassCSP: true })

    test('are offered once and named by thumb in a sheet', async ({ page }) => {
      const offer = page.getByRole('region', { name: 'Голоса без имён' })
      await openTalk(page, 2)
      await expect(offer).toContainText('2 голоса без имён')

      await offer.getByRole('button', { name: 'Назвать голоса' }).tap()
      const sheet = await panel(page).boundingBox()
      expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844)
      expect(await problemsOf(page)).toEqual([])
      await panel(page).getByRole('textbox', { name: 'Имя голоса: Спикер 2' }).tap()
      await page.keyboard.insertText('Вера')
      await panel(page).getByRole('button', { name: 'Готово' }).tap()

      await expect(chips(page).filter({ hasText: 'Вера' })).toHaveCount(1)
      await expect(page.getByText('Сохранено')).toBeVisible()
      await page.reload()
      await expect(chips(page)).toHaveCount(2)
      await expect(offer).toBeHidden()
    })
  })
})

test.describe('the clean view', () => {
  test.use({ bypassCSP: true })

  test('hides fillers, repeats and false starts, plays by its words and is what a download gives', async ({ page }) => {
    const person = await createPerson()
    const path = await addRecorded(person, dialogue('Поездка.wav', MUMBLED))
    await signIn(page, person, path)
    await expect(text(page)).toHaveText(MUMBLED)

    await clean(page).click()

    await expect(text(page)).toHaveText(KEPT)
    // A tooltip of the button lies outside the landmarks.
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toBeHidden()
    expect(await problemsOf(page)).toEqual([])
    await clickWord(page, 'важный')
    // The hidden word before «важный» takes the time until then.
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '6')
    await page.reload()
    await expect(text(page)).toHaveText(KEPT)
    const saved = await downloadTxt(page)
    for (const sentence of KEPT) expect(saved.replaceAll('\u00a0', ' ')).toContain(sentence)
    expect(saved).not.toMatch(/э-э|м-м|верну-|ну,/iu)
    await clean(page).click()
    await expect(text(page)).toHaveText(MUMBLED)
  })

  test('is edited in the verbatim text, at the same word', async ({ page }) => {
    const person = await createPerson()
    await signIn(page, person, await addRecorded(person, dialogue('Поездка.wav', MUMBLED)))
    await clean(page).click()
    await expect(text(page)).toHaveText(KEPT)

    await clickWord(page, 'важный', 2)
    await expect(page.getByText('Правим дословный текст')).toBeVisible()
    await page.keyboard.type('долгий')
    await page.keyboard.press('Enter')

    await expect(text(page).nth(1)).toHaveText('Это, ну, долгий разговор.')
    await clean(page).click()
    await expect(text(page).nth(1)).toHaveText('Это долгий разговор.')
  })

  test('is there for visitors', async ({ page, request, browser }) => {
    const person = await createPerson()
    const path = await addRecorded(person, dialogue('Поездка.wav', MUMBLED))
    await signIn(page, person, path)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    await request.patch(path.replace('/files/', '/api/scripts/'), {
      headers: { authorization: `Bearer ${token}` },
      data: { publicFlag: true },
    })
    const visitor = await browser.newPage()
    await visitor.goto(path)
    await visitor.getByRole('button', { name: 'Ещё', exact: true }).click()

    await clean(visitor).click()

    await expect(text(visitor)).toHaveText(KEPT)
    await visitor.close()
  })
})

/** Opens a talk of a person's own in which every voice speaks in turn, the first ones longer. */
async function openTalk(page: Page, voices: number): Promise<Person> {
  const person = await createPerson()
  const { spoken, ...recorded } = dialogue(
    'Планёрка.wav',
    Array.from({ length: voices }, (_, index) => `Это реплика номер ${index + 1}.`),
  )
  const turns = spoken.map((one, speaker) => ({ ...one, end: one.end - speaker * 0.05, speaker }))
  await signIn(page, person, await addRecorded(person, { ...recorded, spoken: turns }))
  await expect(chips(page)).toHaveCount(voices)
  return person
}

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
