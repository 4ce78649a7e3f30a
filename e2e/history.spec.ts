import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue } from './seed.ts'

const SENTENCES = ['Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Лес шумит.']

test.use({ bypassCSP: true }) // for axe

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('undo after reload: the last corrections are undone one by one, and redone', async ({ page, context }) => {
      const path = await openFile(page)
      await correct(page, 'Меня зовут Мымрин.', 'Меня зовут Пётр Мымрин.')
      await correct(page, 'Мы говорим о лесе.', 'Мы говорим о море.')

      await page.reload()
      await expect(paragraph(page, 'Мы говорим о море.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Отменить' })).not.toHaveAttribute('aria-disabled', 'true')
      expect(await problemsOf(page)).toEqual([])
      await page.keyboard.press('Control+z')
      await expect(paragraph(page, 'Мы говорим о лесе.')).toBeVisible()
      await expect(page.getByText('Сохранено')).toBeVisible()

      const another = await context.newPage()
      await another.goto(path)
      await another.getByRole('button', { name: 'Отменить' }).click()
      await expect(paragraph(another, 'Меня зовут Мымрин.')).toBeVisible()
      await another.getByRole('button', { name: 'Повторить' }).click()
      await expect(paragraph(another, 'Меня зовут Пётр Мымрин.')).toBeVisible()
      await expect(another.getByText('Сохранено')).toBeVisible()
      await another.reload()
      await expect(paragraph(another, 'Меня зовут Пётр Мымрин.')).toBeVisible()
      await expect(paragraph(another, 'Мы говорим о лесе.')).toBeVisible()
    })

    test('restore a version: it is named, compared, brought back, and that is undone', async ({ page }) => {
      await openFile(page)
      await correct(page, 'Меня зовут Мымрин.', 'Меня зовут Пётр Мымрин.')
      const dialog = await openHistory(page)
      await versions(page).first().click()
      await dialog.getByRole('button', { name: 'Назвать' }).click()
      await dialog.getByRole('textbox', { name: 'Название версии' }).fill('До отправки')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('heading', { name: 'До отправки' })).toBeVisible()
      await page.keyboard.press('Escape')
      await correct(page, 'Лес шумит.', 'Лес совсем не шумит.')

      await openHistory(page)
      await expect(versions(page)).toHaveCount(3)
      await versions(page).filter({ hasText: 'До отправки' }).click()
      await expect(dialog.locator('li ins')).toHaveText(['совсем не'])
      expect(await problemsOf(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click()

      await expect(dialog).toBeHidden()
      await expect(paragraph(page, 'Лес шумит.')).toBeVisible()
      await expect(paragraph(page, 'Меня зовут Пётр Мымрин.')).toBeVisible()
      await expect(page.getByText('Сохранено')).toBeVisible()
      await page.reload()
      await expect(paragraph(page, 'Лес шумит.')).toBeVisible()
      await page.getByRole('button', { name: 'Отменить' }).click()
      await expect(paragraph(page, 'Лес совсем не шумит.')).toBeVisible()
    })
  })

/** A text of four paragraphs in a file of one's own. */
async function openFile(page: Page): Promise<string> {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue('История.wav', SENTENCES))
  await signIn(page, person)
  await page.goto(path)
  await expect(paragraph(page, 'Добрый день.')).toBeVisible()
  return path
}

function paragraph(page: Page, text: string) {
  return page.getByRole('region', { name: 'Расшифровка' }).getByText(text, { exact: true })
}

async function correct(page: Page, text: string, to: string) {
  await paragraph(page, text).dblclick()
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(to)
  const saved = page.waitForResponse((response) => response.url().endsWith('/edits') && response.ok())
  await page.keyboard.press('Control+Enter')
  await saved
  await expect(paragraph(page, to)).toBeVisible()
  await expect(page.getByText('Сохранено')).toBeVisible()
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'Ещё действия' }).click()
  await page.getByRole('menuitem', { name: 'История версий' }).click()
  const dialog = page.getByRole('dialog', { name: 'История версий' })
  await expect(versions(page).first()).toBeVisible()
  return dialog
}

function versions(page: Page) {
  return page.getByRole('list', { name: 'Версии' }).getByRole('button')
}
