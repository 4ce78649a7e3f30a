import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue } from './seed.ts'

const transcript = (page: Page) => page.getByRole('region', { name: 'Расшифровка' })
const section = (page: Page) => page.getByRole('region', { name: 'Словарь', exact: true })
const mark = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a corrected name is remembered, put right in the next recording, taken back by keyboard, and never replaced again', async ({
  page,
}) => {
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, dialogue('Первая.wav', ['Пришёл Мюлер утром.', 'Все ждали.'])))
  await transcript(page).getByText('Пришёл Мюлер утром.').dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Пришёл Мюллер утром.')
  await page.keyboard.press('Enter')
  const offer = page.getByRole('region', { name: 'Запомнить слово' })
  await expect(offer.getByText('Запомнить «Мюллер»?')).toBeVisible()
  await offer.getByRole('button', { name: 'Запомнить', exact: true }).click()
  await expect(page.getByText('Запомнили: Мюллер')).toBeVisible()
  await page.goto('/account')
  await section(page).getByLabel('Имя, компания, термин').focus()
  await page.keyboard.type('Тоскана')
  await page.keyboard.press('Enter')
  await expect(section(page).getByRole('list', { name: 'Термины' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'an account with terms')

  const sentences = ['Спросил Мюлер утром.', 'Поедем в тоска на летом.', 'Это снова Мюлер.']
  await page.goto(await addRecorded(person, dialogue('Вторая.wav', sentences)))
  await applyVocabulary(page)
  await page.getByRole('button', { name: 'Заменить в 2 местах' }).click()
  await expect(transcript(page).getByText('Спросил Мюллер утром.')).toBeVisible()
  await mark(page, 'Мюллер').first().focus()
  await page.keyboard.press('Enter')
  const bar = page.getByRole('dialog', { name: 'Слово из словаря' })
  await expect(bar.getByText('Распознано: Мюлер')).toBeVisible()
  await expectAccessible(page, 'a marked word')
  await bar.getByRole('button', { name: 'Больше не заменять' }).press('Enter')

  await expect(transcript(page).getByText('Спросил Мюлер утром.')).toBeVisible()
  await expect(transcript(page).getByText('Это снова Мюлер.')).toBeVisible()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await applyVocabulary(page)
  const dialog = page.getByRole('dialog', { name: 'Применить словарь' })
  await expect(dialog.getByText('тоска на', { exact: false }).first()).toBeVisible()
  await expect(dialog.getByText('Мюлер')).toHaveCount(0)
})

async function applyVocabulary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ещё действия' }).first().click()
  await page.getByRole('menuitem', { name: 'Применить словарь' }).click()
}

test('a shared vocabulary is joined by its link', async ({ page, browser }) => {
  await signIn(page, await createPerson(), '/account')
  await section(page).getByRole('button', { name: 'Создать общий словарь' }).click()
  await page.getByRole('textbox', { name: 'Название' }).fill('Редакция')
  await page.getByRole('button', { name: 'Создать', exact: true }).click()
  await section(page).getByRole('button', { name: 'Участники и ссылка' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await page.getByRole('textbox', { name: 'Ссылка-приглашение' }).inputValue()

  const guest = await (await browser.newContext()).newPage()
  await signIn(guest, await createPerson(), link)
  await guest.getByRole('button', { name: 'Присоединиться' }).click()

  await expect(guest.getByText('Словарь «Редакция» теперь и твой')).toBeVisible()
  expect(guest.url()).not.toContain(new URL(link).hash.slice(1))
})
