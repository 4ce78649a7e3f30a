import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { environment } from './environment.ts'
import { signIn } from './journey.ts'
import { startApiWithoutModel } from './second-api.ts'
import {
  addRecorded,
  createFreePerson,
  createPerson,
  createSuperuser,
  dialogue,
  type Person,
  spendTheses,
} from './seed.ts'

/** A planning meeting of half a minute; `project` makes its prompts known to the simulator's controls. */
const meeting = (project: string) =>
  dialogue(`${project}.wav`, [
    `Сегодня обсуждаем сроки запуска проекта ${project} и рекламный бюджет.`,
    'Бюджет на рекламу в этом квартале составил двести тысяч рублей.',
    'Марина предложила перенести запуск приложения на пятнадцатое июня.',
    'Разработчики закончили оплату картой и начали проверку на телефонах.',
    'До пятницы я отправлю договор подрядчику и позвоню в банк.',
    'Решили отказаться от наружной рекламы и вложить деньги в поиск.',
    'Тестирование займёт три недели, если никто не уйдёт в отпуск.',
    'Клиенты чаще всего жалуются на долгую загрузку главного экрана.',
    'Нужно подготовить отчёт по продажам к понедельнику.',
    'Следующая встреча состоится в среду в десять утра.',
  ])

const panel = (page: Page) => page.getByRole('region', { name: 'Саммари' })
const tab = (page: Page, name: string | RegExp) => panel(page).getByRole('tab', { name })
const statements = (page: Page) => panel(page).getByRole('tabpanel').getByRole('listitem')
const slider = (page: Page) => page.getByRole('slider', { name: 'Позиция воспроизведения' })

test('a summary is made on request, its statements play their moments, and axe finds nothing [FILE-1, SUM-1, SUM-2]', async ({
  browser,
}) => {
  const page = await browser.newPage({ bypassCSP: true })
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, meeting('Берёза')))
  await makeSummary(page)

  await expect(panel(page).getByText(/^Подтверждено записью: \d+\sиз\s\d+/)).toBeVisible()
  const last = statements(page)
    .last()
    .getByRole('button', { name: /^Слушать с/ })
  const start = await startOf(last)
  await last.click()

  await expect
    .poll(async () => Math.abs(Number(await slider(page).getAttribute('aria-valuenow')) - start))
    .toBeLessThan(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await problemsOf(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await problemsOf(page)).toEqual([])
  await page.close()
})

test('a failed summary says so and is made by another try [SUM-2]', async ({ page }) => {
  const person = await createPerson()
  await control('fail', { mode: 'badJson', times: 100, match: 'Калина' })
  await signIn(page, person, await addRecorded(person, meeting('Калина')))
  await tab(page, 'Саммари').click()
  await panel(page).getByRole('button', { name: 'Сделать саммари' }).click()

  await expect(panel(page).getByText('Произошла ошибка при генерации саммари')).toBeVisible()
  await control('fail', { mode: 'badJson', times: 0, match: 'Калина' })
  await panel(page).getByRole('button', { name: 'Повторить' }).click()

  await expect(panel(page).getByText(/^Подтверждено записью/)).toBeVisible()
})

test('theses cost one of five generations; with none left the tab leads to the tariffs [SUM-3]', async ({ page }) => {
  const person = await createFreePerson()
  const path = await addRecorded(person, meeting('Рябина'))
  await signIn(page, person, path)
  await tab(page, /^Тезисы/).click()
  await expect(panel(page).getByText('Осталось 5 генераций из 5')).toBeVisible()

  await panel(page).getByRole('button', { name: 'Сделать тезисы' }).click()
  await expect(statements(page).first()).toBeVisible()

  const other = await createFreePerson()
  await spendTheses(other)
  await signIn(page, other, await addRecorded(other, meeting('Ольха')))
  await tab(page, /^Тезисы/).click()
  await expect(panel(page).getByText('Бесплатные тезисы закончились')).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Выбрать тариф' })).toHaveAttribute('href', /^\/tariffs\?from=/)
})

test('a visitor of a public file reads its summary and is asked to log in for theses [SUM-3, FILE-3]', async ({
  page,
  browser,
}) => {
  const person = await createPerson()
  const path = await addRecorded(person, meeting('Осина'))
  await signIn(page, person, path)
  await makeSummary(page)
  await ownerCall(page, 'PATCH', `/api/scripts/${path.split('/').at(-1)}`, { publicFlag: true })

  const visitor = await browser.newPage()
  await visitor.goto(path)
  await visitor.getByRole('button', { name: 'Саммари' }).click()
  await tab(visitor, 'Саммари').click()
  await expect(statements(visitor).first()).toBeVisible()
  await tab(visitor, /^Тезисы/).click()

  await expect(panel(visitor).getByText('Войди, чтобы получить тезисы')).toBeVisible()
  await visitor.close()
})

test('a superuser makes a complete summary anew by a template [SUM-4]', async ({ page }) => {
  const person = await createSuperuser()
  await signIn(page, person, await addRecorded(person, meeting('Пихта')))
  await makeSummary(page)
  await panel(page).getByRole('button', { name: 'Переделать' }).click()
  await page.getByRole('menuitem', { name: /^Протокол встречи/ }).click()

  await expect(panel(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(panel(page).getByText(/^Подтверждено записью/)).toBeVisible()
})

test('a corrected number takes the confirmation from its statement alone, without a call to the model', async ({
  page,
}) => {
  const person = await createPerson()
  const path = await addRecorded(person, meeting('Липа'))
  await signIn(page, person, path)
  await makeSummary(page)
  const before = await summaryOf(page, path)
  const cited = before.statements.find(
    ({ check, text }) => check === 'confirmed' && numbers.some(([said]) => text.includes(said)),
  )
  const [said, corrected] = numbers.find(([word]) => cited?.text.includes(word)) ?? ['', '']
  const asked = await callsAbout('Липа')

  await correct(page, said, corrected)

  await expect(panel(page).getByText('Текст исправлен. Больше не подтверждаются: 1')).toBeVisible()
  const after = await summaryOf(page, path)
  expect(after.checked.confirmed + after.checked.dropped).toBeLessThanOrEqual(
    before.checked.confirmed + before.checked.dropped,
  )
  expect(after.statements.filter(({ check }) => check === 'confirmed')).toHaveLength(before.checked.confirmed - 1)
  expect(await callsAbout('Липа')).toBe(asked)
})

test('a question is answered by sentences of the recording, or by nothing', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, meeting('Верба')))
  await tab(page, 'Спросить').click()
  await ask(page, 'Какой бюджет на рекламу?')
  await expect(statements(page).filter({ hasText: 'двести тысяч' }).first()).toBeVisible()

  await ask(page, 'Сколько пингвинов живёт в Антарктиде?')

  await expect(panel(page).getByText('В записи об этом не нашлось')).toBeVisible()
})

test('a task stays ticked after a reload', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, meeting('Ясень')))
  await makeSummary(page)
  await tab(page, 'Задачи').click()
  const tick = panel(page).getByRole('checkbox').first()
  await tick.check()
  await expect(statements(page).first()).toHaveAttribute('data-done')
  await page.reload()
  await tab(page, 'Задачи').click()

  await expect(tick).toBeChecked()
})

test('a text file carries the summary and the chapters on request', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person, await addRecorded(person, meeting('Ель')))
  await makeSummary(page)
  const first = await statements(page).first().locator('[class*=said]').innerText()

  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await page.getByText('TXT', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Саммари и главы' }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])

  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(first)
  expect(text).toContain('Тестирование займёт три недели')
})

test('no name of a speaker, file name or address reaches the model', async ({ page }) => {
  const person = await createPerson()
  const path = await addRecorded(person, { ...meeting('Ясень'), fileName: 'Секретное совещание.wav' })
  await signIn(page, person, path)
  const id = path.split('/').at(-1)
  await ownerCall(page, 'POST', `/api/scripts/${id}/edit-speaker-name`, { speakerId: 0, name: 'Аристарх' })
  await makeSummary(page)

  const prompts = (await journal()).filter(({ prompt }) => prompt.includes('Ясень'))
  expect(prompts.length).toBeGreaterThan(0)
  for (const { system, prompt } of prompts)
    expect(`${system} ${prompt}`).not.toMatch(/Аристарх|Секретное|person-|example\.ru|Орлова/)
})

test.describe('without a language model', () => {
  test.describe.configure({ mode: 'default' })
  let api: Awaited<ReturnType<typeof startApiWithoutModel>>
  let person: Person
  let path = ''

  test.beforeAll(async () => {
    api = await startApiWithoutModel()
    person = await createPerson()
    path = `${api.url}${await addRecorded(person, meeting('Дуб'))}`
  })
  test.afterAll(() => api.stop())

  test('the summary consists of sentences of the recording and says so [SUM-1]', async ({ page }) => {
    await signIn(page, person, path)
    await makeSummary(page)

    await expect(panel(page).getByText('Самые важные фразы записи, дословно')).toBeVisible()
    const said = await statements(page).locator('[class*=said]').allInnerTexts()
    const text = await page.locator('[data-paragraph]').allInnerTexts()
    for (const sentence of said) expect(text.join(' ')).toContain(sentence.slice(1))
  })

  test('tasks are candidates, and a question is answered by its moments', async ({ page }) => {
    await signIn(page, person, path)
    await tab(page, 'Задачи').click()
    await expect(panel(page).getByRole('heading', { name: 'Похоже на задачи' })).toBeVisible()
    await expect(statements(page).filter({ hasText: 'отправлю договор' })).toBeVisible()

    await tab(page, 'Спросить').click()
    await ask(page, 'Какой бюджет на рекламу?')

    await expect(panel(page).getByText('Вот где об этом говорят')).toBeVisible()
    await expect(statements(page).first()).toContainText('двести тысяч')
  })
})

/** Words of the meeting that are numbers, and what they are corrected to. */
const numbers: readonly (readonly [string, string])[] = [
  ['двести', 'триста'],
  ['пятнадцатое', 'двадцатое'],
  ['три', 'пять'],
]

/** Opens «Саммари» and makes it. */
async function makeSummary(page: Page): Promise<void> {
  await tab(page, 'Саммари').click()
  await panel(page).getByRole('button', { name: 'Сделать саммари' }).click()
  await expect(statements(page).first()).toBeVisible()
}

async function startOf(button: ReturnType<Page['getByRole']>): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(await button.innerText()) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

async function ask(page: Page, question: string): Promise<void> {
  await panel(page).getByRole('textbox', { name: 'Спроси запись' }).fill(question)
  await panel(page).getByRole('button', { name: 'Спросить' }).click()
}

/** Replaces a word of the text by find and replace. */
async function correct(page: Page, from: string, to: string): Promise<void> {
  const paragraph = page.locator('[data-paragraph]').filter({ hasText: from })
  const text = await paragraph.locator('[data-text]').innerText()
  await paragraph.locator('[data-text]').dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text.replace(from, to))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Сохранено')).toBeVisible()
}

type Summary = {
  statements: { text: string; check: string }[]
  checked: { confirmed: number; total: number; dropped: number }
}

const summaryOf = async (page: Page, path: string): Promise<Summary> =>
  (await ownerCall(page, 'GET', `/api/scripts/${path.split('/').at(-1)}/summary/summary`)) as Summary

/** Calls the API as the user of this page. */
async function ownerCall(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const reply = await page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, data: body ?? undefined }) // prettier-ignore
  expect(reply.status()).toBe(200)
  return reply.json()
}

const simulator = (environment.LLM_BASE_URL ?? '').replace(/\/v1$/, '')

async function control(command: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${simulator}/control/${command}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
}

async function journal(): Promise<{ system: string; prompt: string }[]> {
  const { calls } = (await (await fetch(`${simulator}/control/calls`)).json()) as {
    calls: { system: string; prompt: string }[]
  }
  return calls
}

const callsAbout = async (word: string) => (await journal()).filter(({ prompt }) => prompt.includes(word)).length
