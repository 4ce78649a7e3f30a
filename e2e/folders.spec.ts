import { readFileSync } from 'node:fs'

import { unzip } from '@doslovno/server/test/unzip.ts'
import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addFile, createPerson, type Person } from './seed.ts'

const DAY_MS = 86_400_000

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Папки' })
const folder = (page: Page, name: string) => rail(page).getByRole('link', { name })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Действия с выбранными файлами' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The newest comes first. */
async function addFiles(person: Person, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const uploadedAt = new Date(Date.now() - index * DAY_MS)
    await addFile(person, [`Это запись «${name}».`], { fileName: `${name}.mp3`, uploadedAt })
  }
}

async function createFolder(page: Page, name: string): Promise<void> {
  await button(page, 'Новая папка').click()
  await page.getByRole('textbox', { name: 'Название папки' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(folder(page, name)).toBeVisible()
}

async function pick(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await row(page, name).hover()
    await page.getByRole('checkbox', { name: `Выбрать: ${name}.mp3` }).check()
  }
}

test('folders stay out of the way until the first one is created, then take files by drag', async ({ page }) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция 1', 'Лекция 2', 'Планёрка'])
  await signIn(page, person)
  await expect(row(page, 'Планёрка')).toBeVisible()
  await expect(rail(page)).toHaveCount(0)

  await createFolder(page, 'Лекции')
  await row(page, 'Лекция 1').dragTo(folder(page, 'Лекции'))
  await expect(folder(page, 'Лекции 1 файл')).toBeVisible()
  await expect(page.getByText('Файл теперь в папке «Лекции»')).toBeVisible()
  await row(page, 'Лекция 2').dragTo(folder(page, 'Лекции'))
  await expect(folder(page, 'Лекции 2 файла')).toBeVisible()

  await folder(page, 'Лекции').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Лекции' })).toBeVisible()
  await expect(row(page, 'Лекция')).toHaveCount(2)
  await expect(row(page, 'Планёрка')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Лекция')).toHaveCount(2)
  await page.goBack()
  await expect(row(page, 'Планёрка')).toBeVisible()
})

test('the toast takes a move back', async ({ page }) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция 1', 'Лекция 2'])
  await signIn(page, person)
  await createFolder(page, 'Лекции')
  await pick(page, 'Лекция 1', 'Лекция 2')

  await row(page, 'Лекция 1').dragTo(folder(page, 'Лекции'))
  await expect(folder(page, 'Лекции 2 файла')).toBeVisible()
  await button(page, 'Вернуть').click()

  await expect(folder(page, 'Лекции 0 файлов')).toBeVisible()
})

test('files are moved by the keyboard alone, into a folder that is made on the way', async ({ page }) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция 1', 'Лекция 2', 'Планёрка'])
  await signIn(page, person)

  await page.getByRole('link', { name: 'Лекция 1' }).focus()
  await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('Выбрано 3')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('Выбрано 1')
  await button(page, 'Переместить').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Новая папка' }).focus()
  await page.keyboard.type('Осень')
  await page.keyboard.press('Enter')

  await expect(folder(page, 'Осень 1 файл')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('selected files are downloaded as one archive, and deleted together', async ({ page }) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция', 'Планёрка', 'Интервью', 'Остаётся'])
  await addFile(person, [], { fileName: 'Завтра.mp3', status: 'uploaded' })
  await signIn(page, person)
  await pick(page, 'Лекция')
  await page.getByRole('checkbox', { name: 'Выбрать: Интервью.mp3' }).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('Выбрано 3')
  await pick(page, 'Завтра')

  await button(page, 'Скачать').click()
  await page.getByText('TXT', { exact: true }).click()
  await expect(page.getByText('Без текста 1 файл: в архив не попадут.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await button(page, 'Скачать TXT в ZIP').click()
  const download = await downloading
  const files = await unzip(readFileSync(await download.path()))
  expect(download.suggestedFilename()).toMatch(/^Расшифровки .*\.zip$/)
  expect([...files.keys()].toSorted()).toEqual(['Интервью.txt', 'Лекция.txt', 'Не вошли в архив.txt', 'Планёрка.txt'])
  expect(files.get('Лекция.txt')?.toString()).toContain('Это запись «Лекция».')
  expect(files.get('Не вошли в архив.txt')?.toString()).toContain('Завтра.mp3')

  await page.keyboard.press('Escape')
  await button(page, 'Удалить').click()
  const dialog = page.getByRole('dialog', { name: 'Удалить 4 файла?' })
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1)
  await expect(row(page, 'Остаётся')).toBeVisible()
})

test('a folder is renamed, and deleted without its files', async ({ page }) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция'])
  await signIn(page, person)
  await createFolder(page, 'Лекции')
  await row(page, 'Лекция').dragTo(folder(page, 'Лекции'))
  await folder(page, 'Лекции 1 файл').click()
  const menu = (name: string) => page.getByRole('button', { name: `Что сделать с папкой «${name}»` })

  await menu('Лекции').click()
  await page.getByRole('menuitem', { name: 'Переименовать' }).click()
  await page.getByRole('textbox', { name: 'Название папки' }).fill('Семинары')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Семинары' })).toBeVisible()

  await menu('Семинары').click()
  await page.getByRole('menuitem', { name: 'Удалить папку' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить папку?' })
  await expect(dialog).toContainText('Файлы не удалятся')
  await dialog.getByRole('button', { name: 'Удалить папку' }).click()

  await expect(rail(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Мои файлы' })).toBeVisible()
  await expect(row(page, 'Лекция')).toBeVisible()
})

test.describe('for everybody', () => {
  test.use({ bypassCSP: true })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`folders and selected files break no rule of accessibility in the ${colorScheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      const person = await createPerson()
      await addFiles(person, ['Лекция', 'Планёрка'])
      await signIn(page, person)
      await createFolder(page, 'Лекции')
      await pick(page, 'Лекция')
      expect(await problemsOf(page)).toEqual([])
      await button(page, 'Переместить').click()
      await expect(page.getByText('В какую папку?')).toBeVisible()
      expect(await problemsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await folder(page, 'Лекции').click()
      await expect(page.getByText('В папке пока пусто')).toBeVisible()

      expect(await problemsOf(page)).toEqual([])
    })
  }

  test('a phone selects by taps and moves by the bar', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const person = await createPerson()
    await addFiles(person, ['Лекция 1', 'Лекция 2', 'Планёрка'])
    await signIn(page, person)
    await createFolder(page, 'Лекции')

    await button(page, 'Выбрать').click()
    await page.getByRole('article').filter({ hasText: 'Лекция 1' }).click()
    await page.getByRole('article').filter({ hasText: 'Лекция 2' }).click()
    await expect(bar(page)).toContainText('Выбрано 2')
    expect(await problemsOf(page)).toEqual([])
    await button(page, 'Переместить').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Лекции' }).click()

    await expect(folder(page, 'Лекции 2 файла')).toBeVisible()
    await folder(page, 'Лекции').click()
    await expect(page.getByRole('article')).toHaveCount(2)
    expect(await problemsOf(page)).toEqual([])
  })
})
