import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addFile, createPerson } from './seed.ts'

const TALK = ['Добрый день, сегодня мы поговорим о радуге.', 'Почему она цветная?', 'Капли преломляют свет.']

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Selects a paragraph as a reader would, and copies the link to it. */
async function copyFragment(page: Page, index: number): Promise<string> {
  await page.locator('[data-paragraph]').nth(index).locator('[data-text]').selectText()
  await page.getByRole('button', { name: 'Ссылка на фрагмент' }).click()
  // Opening the file copied a link too.
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/\?t=[\d.]+-[\d.]+$/)
  return copied()
}

test('a link to a fragment shows that quote in messengers, until the file is closed [SHR-4]', async ({
  page,
  request,
}) => {
  const person = await createPerson()
  const path = `/files/${await addFile(person, TALK, { fileName: 'Радуга.mp3' })}`
  await signIn(page, person, path)
  await page.getByRole('button', { name: 'Поделиться' }).click()
  await page.getByRole('button', { name: 'Открыть доступ' }).click()
  await expect(page.getByRole('textbox', { name: 'Ссылка на файл' })).toHaveValue(/\/files\//)
  await page.keyboard.press('Escape')
  const link = await copyFragment(page, 2)

  // As a messenger does: no scripts, no session.
  const tagsOf = async (url: string) => {
    const html = await (await request.get(url)).text()
    return new Map(
      Array.from(html.matchAll(/<meta \w+="([^"]*)" content="([^"]*)"/g), ([, name, text]) => [name, text]),
    )
  }
  const tags = await tagsOf(link)
  const imageUrl = tags.get('og:image') ?? ''
  const image = await request.get(imageUrl)
  const whole = await request.get((await tagsOf(path)).get('og:image') ?? '')

  expect(tags.get('twitter:card')).toBe('summary_large_image')
  expect(tags.get('og:image:alt')).toBe('«Капли преломляют свет.» — Спикер 1, 0:20')
  expect(image.headers()['content-type']).toBe('image/png')
  const png = await image.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.equals(await whole.body())).toBe(false)

  await page.getByRole('button', { name: 'Поделиться' }).click()
  await page.getByRole('button', { name: 'Закрыть доступ' }).click()
  await expect.poll(async () => (await request.get(imageUrl)).status()).toBe(404)
})
