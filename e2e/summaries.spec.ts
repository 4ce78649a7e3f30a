import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { environment } from './environment.ts'
import { signIn } from './journey.ts'
import { addRecorded, createFreePerson, createPerson, dialogue } from './seed.ts'

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

test('a summary that failed is made by another try, plays its moments, and loses a confirmation with a corrected number, without a call to the model [FILE-1, SUM-1, SUM-2]', async ({
  page,
}) => {
  const person = await createPerson()
  const path = await addRecorded(person, meeting('Калина'))
  await control('fail', { mode: 'badJson', times: 100, match: 'Калина' })
  await signIn(page, person, path)
  await tab(page, 'Саммари').click()
  await panel(page).getByRole('button', { name: 'Сделать саммари' }).click()
  await expect(panel(page).getByText('Произошла ошибка при генерации саммари')).toBeVisible()
  await control('fail', { mode: 'badJson', times: 0, match: 'Калина' })
  await panel(page).getByRole('button', { name: 'Повторить' }).click()
  await expect(panel(page).getByText(/^Подтверждено записью: \d+\sиз\s\d+/)).toBeVisible()

  const last = statements(page)
    .last()
    .getByRole('button', { name: /^Слушать с/ })
  const start = await startOf(last)
  await last.click()
  await expect
    .poll(async () => Math.abs(Number(await slider(page).getAttribute('aria-valuenow')) - start))
    .toBeLessThan(1)
  await page.getByRole('button', { name: 'Пауза' }).click()
  await expectAccessible(page, 'a summary')

  const before = await summaryOf(page, path)
  const cited = before.statements.find(
    ({ check, text }) => check === 'confirmed' && numbers.some(([said]) => text.includes(said)),
  )
  const [said, corrected] = numbers.find(([word]) => cited?.text.includes(word)) ?? ['', '']
  const asked = await callsAbout('Калина')
  await correct(page, said, corrected)
  await expect(panel(page).getByText('Текст исправлен. Больше не подтверждаются: 1')).toBeVisible()
  const after = await summaryOf(page, path)
  expect(after.statements.filter(({ check }) => check === 'confirmed')).toHaveLength(before.checked.confirmed - 1)
  expect(await callsAbout('Калина')).toBe(asked)
})

test('tasks stay ticked, questions are answered by the recording or by nothing, theses are counted, and a download carries the summary [SUM-3]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await signIn(page, person, await addRecorded(person, meeting('Ясень')))
  await tab(page, 'Саммари').click()
  await panel(page).getByRole('button', { name: 'Сделать саммари' }).click()
  await expect(statements(page).first()).toBeVisible()
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
  await page.keyboard.press('Escape')

  await tab(page, 'Спросить').click()
  await ask(page, 'Какой бюджет на рекламу?')
  await expect(statements(page).filter({ hasText: 'двести тысяч' }).first()).toBeVisible()
  await ask(page, 'Сколько пингвинов живёт в Антарктиде?')
  await expect(panel(page).getByText('В записи об этом не нашлось')).toBeVisible()

  await tab(page, /^Тезисы/).click()
  await expect(panel(page).getByText('Осталось 5 генераций из 5')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Сделать тезисы' }).click()
  await expect(statements(page).first()).toBeVisible()

  await tab(page, 'Задачи').click()
  const tick = panel(page).getByRole('checkbox').first()
  await tick.check()
  await expect(statements(page).first()).toHaveAttribute('data-done')
  await page.reload()
  await tab(page, 'Задачи').click()
  await expect(tick).toBeChecked()
})

/** Words of the meeting that are numbers, and what they are corrected to. */
const numbers: readonly (readonly [string, string])[] = [
  ['двести', 'триста'],
  ['пятнадцатое', 'двадцатое'],
  ['три', 'пять'],
]

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
