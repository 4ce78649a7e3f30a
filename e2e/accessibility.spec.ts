import { expect } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addFile, addRecorded, createPerson, dialogue } from './seed.ts'

// Pages and states that no other journey comes by; those check theirs on their way.

test('pages open to everybody are accessible [APP-2, APP-4, TAR-1]', async ({ page }) => {
  for (const path of [
    '/auth/login',
    '/auth/register',
    '/auth/recover-password',
    '/auth/recover-password-confirm?token=x',
    '/auth/register-confirm?token=x',
    '/auth/revert-mail?token=x',
    '/auth/change-mail-confirm?token=x',
    '/legal/offer',
    '/legal/privacy',
    '/demo',
    '/no/such/page',
  ]) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
})

test('the library is accessible: list, search, folders, selected files and dialogs [HOME-4]', async ({ page }) => {
  const person = await createPerson()
  for (let number = 1; number <= 11; number++)
    await addFile(person, [], {
      fileName: `Запись ${number}.mp3`,
      status: number === 3 ? 'uploaded' : 'complete',
      uploadedAt: new Date(Date.now() - number * 86_400_000),
    })
  const fileName = `Лес${' и очень длинное название'.repeat(9)}.mp3`
  await addFile(person, ['Раз.', 'Посадили берёзы.'], { fileName })
  await signIn(page, person)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await button('Новая папка').click()
  await page.getByRole('textbox', { name: 'Название папки' }).fill('Лекции')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Папки' })).toBeVisible()
  await expect(button(/Удалить/).first()).toBeVisible()
  await expectAccessible(page, 'the list')

  await page.getByRole('row').filter({ hasText: 'Запись 1.mp3' }).hover()
  await page.getByRole('checkbox', { name: 'Выбрать: Запись 1.mp3' }).check()
  await button('Переместить').click()
  await expect(page.getByText('В какую папку?')).toBeVisible()
  await expectAccessible(page, 'selected files and their folders')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Лекции/ }).click()
  await expect(page.getByText('В папке пока пусто')).toBeVisible()
  await expectAccessible(page, 'an empty folder')

  await page.goto('/?q=берез')
  await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
  await expectAccessible(page, 'search results')
  for (const [opener, sign] of [
    [/Настроить доступ/, 'Открыть доступ'],
    [/Скачать расшифровку/, 'Тип файла'],
    [/Удалить/, 'Удалить файл?'],
  ] as const) {
    await button(opener).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText(sign).or(page.getByLabel(sign)).first()).toBeVisible()
    await expectAccessible(page, sign)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a file is accessible: text, search, names, a selection, the clean view, voices and dialogs', async ({ page }) => {
  const person = await createPerson()
  const sentences = ['Э-э, начнём на осень.', 'Остаток переносим на ноябрь.']
  const path = await addRecorded(person, dialogue('Разговор.wav', sentences))
  await signIn(page, person, `${path}?t=1`)
  await expect(page.locator('[data-paragraph]').first()).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page, 'the text')

  await page.keyboard.press('/')
  await page.keyboard.type('на')
  await expect(page.getByText(/^1\/\d+$/)).toBeVisible()
  await expectAccessible(page, 'search')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
  await expect(page.getByRole('textbox', { name: 'Имя спикера' })).toBeVisible()
  await expectAccessible(page, 'naming a speaker')
  await page.keyboard.press('Escape')
  await page.locator('[data-text]').first().selectText()
  await expect(page.getByRole('button', { name: 'Цитата' })).toBeVisible()
  await expectAccessible(page, 'a selection')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await page.getByRole('button', { name: 'Назвать голоса' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Назови голоса' })).toBeVisible()
  await expectAccessible(page, 'voices')
  await page.keyboard.press('Escape')
  for (const item of ['Горячие клавиши', 'Распознать заново']) {
    await page.getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[role=menu]')).toHaveCount(0)
    await expectAccessible(page, item)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Без мусора' }).click()
  // A tooltip of the button lies outside the landmarks.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.getByRole('button', { name: 'Разговор', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Название файла' })).toBeVisible()
  await expectAccessible(page, 'the clean view and the name')

  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await expectAccessible(page, 'a missing file')
})

test('every step of an upload is accessible [UP-1]', async ({ page }) => {
  const buffer = dialogue('', ['Тишина.']).content
  const files = ['Встреча.wav', 'Лекция.wav'].map((name) => ({ name, mimeType: 'audio/wav', buffer }))
  const checked = Promise.withResolvers<void>()
  await page.route(/partNumber=/, (route) => checked.promise.then(() => route.continue()))
  // The processing never ends on this page.
  await page.route('/api/scripts/*/status', () => undefined)
  await signIn(page, await createPerson(), '/upload')
  await expectAccessible(page, 'the choice')

  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByRole('button', { name: 'Отменить загрузку' }).first()).toBeVisible()
  await expectAccessible(page, 'the options')
  checked.resolve()
  await page.getByText('Лекция', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Начинаем обработку' })).toBeVisible()
  await expectAccessible(page, 'the countdown')
  // On a busy machine the check takes longer than the countdown.
  const processing = page.getByRole('progressbar', { name: 'Обработка файла' })
  await page.getByRole('button', { name: 'Начать сразу' }).or(processing).click()
  await expect(processing).toBeVisible()
  await expectAccessible(page, 'the processing')
})
