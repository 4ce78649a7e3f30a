import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { clickWord, signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue } from './seed.ts'

const paragraph = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Расшифровка' }).getByText(text, { exact: true })
const saved = (page: Page) => expect(page.getByText('Сохранено')).toBeVisible()

/** Opens a file of one's own with these sentences, of two speakers in turn; returns its path. */
async function openTalk(page: Page, sentences: readonly string[]): Promise<string> {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue('Беседа.wav', sentences))
  await signIn(page, person, path)
  await expect(paragraph(page, sentences[0] ?? '')).toBeVisible()
  return path
}

async function correct(page: Page, text: string, to: string): Promise<void> {
  await paragraph(page, text).dblclick()
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
}

async function correctAndSave(page: Page, text: string, to: string): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().endsWith('/edits') && response.ok())
  await correct(page, text, to)
  await stored
  await expect(paragraph(page, to)).toBeVisible()
  await saved(page)
}

test('a word is corrected by a double-click and its letters, then in every form; a reload and the download show it, and both are undone', async ({
  page,
}) => {
  const talk = ['Это Мымрен пришёл.', 'Он видел Мымрена вчера.', 'Мымрену это нравится.']
  const corrected = ['Это Мымрин пришёл.', 'Он видел Мымрина вчера.', 'Мымрину это нравится.']
  const text = page.locator('[data-text]:visible')
  await openTalk(page, talk)

  await clickWord(page, 'Мымрен', 2)
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
  await page.keyboard.type('Мымрин')
  await page.keyboard.press('Enter')
  await expect(page.getByText('«Мымрен» → «Мымрин».')).toContainText('Заменить ещё в 2 местах?')
  await page.getByRole('button', { name: 'Показать' }).click()
  await expect(page.getByRole('button', { name: 'Заменить в 2 местах' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveText(corrected)
  await saved(page)
  await page.reload()
  await expect(text).toHaveText(corrected)
  const download = await downloadTxt(page)
  for (const sentence of corrected) expect(download).toContain(sentence)

  await page.keyboard.press('Control+z')
  await expect(text).toHaveText(['Это Мымрин пришёл.', ...talk.slice(1)])
  await page.keyboard.press('Control+z')
  await expect(text).toHaveText(talk)
  await saved(page)
  await page.reload()
  await expect(text).toHaveText(talk)
})

async function downloadTxt(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await page.getByText('TXT', { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])
  await page.keyboard.press('Escape')
  return (await readFile(await download.path(), 'utf8')).replaceAll('\u00a0', ' ')
}

test('an edit made offline in a tab that is then closed is saved on the next visit', async ({ page, context }) => {
  const path = await openTalk(page, ['Добрый день.', 'Меня зовут Мымрин.'])
  await context.setOffline(true)
  await correct(page, 'Добрый день.', 'Доброе утро.')
  await expect(page.getByText('Нет связи, сохраним позже')).toBeVisible()
  await page.close()
  await context.setOffline(false)

  const next = await context.newPage()
  await next.goto(path)
  await expect(paragraph(next, 'Доброе утро.')).toBeVisible()
  const token = await next.evaluate(() => localStorage.getItem('accessToken'))
  const stored = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await (await context.request.get(path.replace('/files/', '/api/scripts/'), { headers })).json()).script[0]
  }
  // The call of the closing tab may be first.
  await expect.poll(stored).toMatchObject({ text: 'Доброе утро.' })
})

test('a conflict of two tabs in one paragraph offers a choice, and neither text is lost', async ({ page, context }) => {
  const path = await openTalk(page, ['Добрый день.', 'Мы говорим о лесе.'])
  const other = await context.newPage()
  await other.goto(path)
  await expect(paragraph(other, 'Мы говорим о лесе.')).toBeVisible()

  await correctAndSave(page, 'Мы говорим о лесе.', 'Мы говорим о море.')
  await correct(other, 'Мы говорим о лесе.', 'Мы говорим о горах.')
  const dialog = other.getByRole('dialog', { name: 'Этот абзац изменили в другой вкладке' })
  await expect(dialog).toContainText('Мы говорим о горах.')
  await expect(dialog).toContainText('Мы говорим о море.')
  await dialog.getByRole('button', { name: 'Оставить оба' }).click()
  await saved(other)

  // The first tab catches up as soon as it becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(paragraph(page, 'Мы говорим о море. Мы говорим о горах.')).toBeVisible()
})

test('a correction is undone and redone after reloads; a named version is compared, brought back, and that is undone', async ({
  page,
}) => {
  await openTalk(page, ['Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Лес шумит.'])
  const dialog = page.getByRole('dialog', { name: 'История версий' })
  const versions = page.getByRole('list', { name: 'Версии' }).getByRole('button')
  const openHistory = async () => {
    await page.getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('menuitem', { name: 'История версий' }).click()
    await expect(versions.first()).toBeVisible()
  }
  await correctAndSave(page, 'Меня зовут Мымрин.', 'Меня зовут Пётр Мымрин.')
  for (const [button, text] of [
    ['Отменить', 'Меня зовут Мымрин.'],
    ['Повторить', 'Меня зовут Пётр Мымрин.'],
  ] as const) {
    await page.reload()
    await page.getByRole('button', { name: button }).click()
    await expect(paragraph(page, text)).toBeVisible()
    await saved(page)
  }

  await openHistory()
  await versions.first().click()
  await dialog.getByRole('button', { name: 'Назвать' }).click()
  await dialog.getByRole('textbox', { name: 'Название версии' }).fill('До отправки')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'До отправки' })).toBeVisible()
  await page.keyboard.press('Escape')
  await correctAndSave(page, 'Лес шумит.', 'Лес совсем не шумит.')
  await openHistory()
  await versions.filter({ hasText: 'До отправки' }).click()
  await expect(dialog.locator('li ins')).toHaveText(['совсем не'])
  await expectAccessible(page, 'a version compared')
  await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click()

  await expect(dialog).toBeHidden()
  await expect(paragraph(page, 'Лес шумит.')).toBeVisible()
  await saved(page)
  await page.reload()
  await expect(paragraph(page, 'Меня зовут Пётр Мымрин.')).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(paragraph(page, 'Лес совсем не шумит.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('voices are named in a sheet and a file is reviewed, by thumb', async ({ page }) => {
    await openTalk(page, ['Тут карова рядом.', 'Это стоит 15 рублей.', 'Мы не поедем.'])
    const sheet = page.getByRole('dialog', { name: 'Назови голоса' })
    const card = page.getByRole('dialog', { name: 'Проверка' })
    const wrong = card.getByRole('button', { name: 'карова' })

    await page.getByRole('region', { name: 'Голоса без имён' }).getByRole('button', { name: 'Назвать голоса' }).tap()
    const box = await sheet.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
    await sheet.getByRole('textbox', { name: 'Имя голоса: Спикер 2' }).tap()
    await page.keyboard.insertText('Вера')
    await sheet.getByRole('button', { name: 'Готово' }).tap()
    await page.getByRole('button', { name: 'Ещё действия' }).tap()
    await page.getByRole('menuitem', { name: 'Проверить текст' }).tap()
    await expect(card).toContainText('1 из 3')
    await expect(wrong).toBeVisible()
    await card.getByRole('button', { name: 'Исправить' }).tap()
    await page.keyboard.type('корова')
    await card.getByRole('button', { name: 'Сохранить' }).tap()
    await expect(wrong).toBeHidden()
    await card.getByRole('button', { name: 'Закончить проверку' }).first().tap()

    await expect(card).toBeHidden()
    await saved(page)
    await page.reload()
    await expect(paragraph(page, 'Тут корова рядом.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Кто говорит' }).getByText('Вера')).toBeVisible()
  })
})
