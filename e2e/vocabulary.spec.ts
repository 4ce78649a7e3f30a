import { recording } from '@doslovno/server/test/recordings/recordings.ts'
import { type Browser, expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn, transcribe } from './journey.ts'
import { addRecorded, createPerson, dialogue, type Person } from './seed.ts'

const transcript = (page: Page) => page.getByRole('region', { name: 'Расшифровка' })
const section = (page: Page) => page.getByRole('region', { name: 'Словарь', exact: true })
const mark = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a name corrected in one recording is right in the next wherever it is said', async ({ page }) => {
  await signIn(page, await createPerson())
  await transcribe(page, recording('dialogs/ru_3spk.wav'))

  const sentence = transcript(page).getByText(/любимый фильм/)
  const heard = await sentence.innerText()
  await sentence.dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(heard.replace(/ответить \S+/, 'ответить Штирлиц,'))
  await page.keyboard.press('Enter')
  const offer = page.getByRole('region', { name: 'Запомнить слово' })
  await expect(offer.getByText('Запомнить «Штирлиц»?')).toBeVisible()
  await offer.getByRole('button', { name: 'Запомнить', exact: true }).click()
  await expect(page.getByText('Запомнили: Штирлиц')).toBeVisible()
  await transcribe(page, recording('tinkoff/stierlitz.wav'))

  // The name is said twice; the model alone hears it wrong both times.
  await expect(mark(page, 'Штирлиц')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Словарь исправил 2 слова' })).toBeVisible()
})

test('what was heard comes back by keyboard, and an exception holds', async ({ page }) => {
  const person = await createPerson()
  await addTerms(page, person, ['Мюллер', 'Тоскана'])
  const path = await addRecorded(person, dialogue('Вторая.wav', ['Спросил Мюлер утром.', 'Поедем в тоска на летом.', 'Это снова Мюлер.'])) // prettier-ignore
  await page.goto(path)

  await page.getByRole('button', { name: 'Ещё действия' }).first().click()
  await page.getByRole('menuitem', { name: 'Применить словарь' }).click()
  await page.getByRole('button', { name: 'Заменить в 2 местах' }).click()
  await expect(transcript(page).getByText('Спросил Мюллер утром.')).toBeVisible()
  await mark(page, 'Мюллер').first().focus()
  await page.keyboard.press('Enter')
  const bar = page.getByRole('dialog', { name: 'Слово из словаря' })
  await expect(bar.getByText('Распознано: Мюлер')).toBeVisible()
  await bar.getByRole('button', { name: 'Больше не заменять' }).press('Enter')

  await expect(transcript(page).getByText('Спросил Мюлер утром.')).toBeVisible()
  await expect(transcript(page).getByText('Это снова Мюлер.')).toBeVisible()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await page.getByRole('button', { name: 'Ещё действия' }).first().click()
  await page.getByRole('menuitem', { name: 'Применить словарь' }).click()
  const dialog = page.getByRole('dialog', { name: 'Применить словарь' })
  await expect(dialog.getByText('тоска на', { exact: false }).first()).toBeVisible()
  await expect(dialog.getByText('Мюлер')).toHaveCount(0)
})

test('terms are kept in the account by keyboard alone', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person, '/account')

  await section(page).getByLabel('Имя, компания, термин').focus()
  for (const term of ['Ковалёва', 'Мюллер', 'стол']) {
    await page.keyboard.type(term)
    await page.keyboard.press('Enter')
  }
  await expect(section(page).getByText(/«стол»: это обычное слово/)).toBeVisible()
  await section(page).getByRole('switch', { name: 'Применять: Мюллер' }).press('Space')
  await expect(section(page).getByText('выключен')).toBeVisible()

  await page.reload()
  const terms = section(page).getByRole('list', { name: 'Термины' })
  await expect(terms.getByRole('listitem')).toHaveCount(2)
  await expect(section(page).getByRole('switch', { name: 'Применять: Мюллер' })).not.toBeChecked()
  await expect(section(page).getByRole('switch', { name: 'Применять: Ковалёва' })).toBeChecked()
})

test('a shared vocabulary is joined by its link, and a stranger gets nothing', async ({ page, browser }) => {
  const owner = await createPerson()
  await signIn(page, owner, '/account')
  await section(page).getByRole('button', { name: 'Создать общий словарь' }).click()
  await page.getByRole('textbox', { name: 'Название' }).fill('Редакция')
  await page.getByRole('button', { name: 'Создать', exact: true }).click()
  await section(page).getByRole('button', { name: 'Участники и ссылка' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await page.getByRole('textbox', { name: 'Ссылка-приглашение' }).inputValue()

  const guest = await guestAt(browser, link)

  await guest.getByRole('button', { name: 'Присоединиться' }).click()
  await expect(guest.getByText('Словарь «Редакция» теперь и твой')).toBeVisible()
  expect(guest.url()).not.toContain(new URL(link).hash.slice(1))
  await page.getByRole('button', { name: 'Отозвать' }).click()
  const late = await guestAt(browser, link)
  await expect(late.getByText('Приглашение не действует')).toBeVisible()
})

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`on ${device} in the ${colorScheme} scheme`, () => {
      // axe is injected into the page, which the app's CSP forbids.
      test.use({ bypassCSP: true, viewport, colorScheme })

      test('terms, marks and questions pass the accessibility check, and none scrolls sideways', async ({ page }) => {
        const person = await createPerson()
        await addTerms(page, person, ['Мюллер', 'Тоскана'])
        expect(await problemsOf(page)).toEqual([])
        await page.goto(await addRecorded(person, dialogue('Третья.wav', ['Спросил Мюлер утром.', 'Поедем в тоска на летом.']))) // prettier-ignore
        await page.getByRole('button', { name: 'Ещё действия' }).first().click()
        await page.getByRole('menuitem', { name: 'Применить словарь' }).click()
        await page.getByRole('button', { name: 'Заменить в 1 месте' }).click()
        await mark(page, 'Мюллер').focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog', { name: 'Слово из словаря' })).toBeVisible()

        expect(await problemsOf(page)).toEqual([])
      })
    })

async function addTerms(page: Page, person: Person, terms: readonly string[]): Promise<void> {
  await signIn(page, person, '/account')
  for (const term of terms) {
    await section(page).getByLabel('Имя, компания, термин').fill(term)
    await page.keyboard.press('Enter')
    await expect(section(page).getByText(new RegExp(`^«${term}» в\\sсловаре`))).toBeVisible()
  }
}

/** The page of a link, seen by somebody else. */
async function guestAt(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, await createPerson())
  await page.goto(link)
  return page
}
