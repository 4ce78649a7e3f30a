import type { Script } from '@doslovno/contract/scripts.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { expect } from '@playwright/test'

import { origin } from '#e2e/environment.ts'
import { middleOf, tokensOf } from '#e2e/journey.ts'
import { mailedLink } from '#e2e/mails.ts'
import { newEmail, PASSWORD } from '#e2e/registration.ts'
import {
  addRecorded,
  bookOf,
  createFreePerson,
  createPerson,
  dialogue,
  expectLedgerExact,
  type Person,
} from '#e2e/seed.ts'
import { cards, paymentsOf } from '#e2e/shop.ts'

import { test } from './engine-test.ts'
import { startRelay } from './relay.ts'
import type { Part, Point, Screen } from './screen.ts'

// One path per promise: the other journeys prove the variants, in Chromium. Those tagged @short run in the gate.

const SENTENCES = [
  'Начнём с бюджета на осень.',
  'Бюджет на рекламу составил двести тысяч рублей.',
  'Марина предложила перенести запуск на пятнадцатое июня.',
  'До пятницы я отправлю договор подрядчику и позвоню в банк.',
  'Решили отказаться от наружной рекламы и вложить деньги в поиск.',
  'Следующая встреча состоится в среду в десять утра.',
]

const button = (name: string | RegExp, inside?: Part): Part => ({ role: 'button', name, ...(inside && { in: inside }) })
const region = (name: string): Part => ({ role: 'region', name })
const heading = (name: string): Part => ({ role: 'heading', name })
const slider: Part = { role: 'slider', name: 'Позиция воспроизведения' }
const player = region('Плеер')
const transcript = region('Расшифровка')
const draft = region('Уже распознано')
const dialog: Part = { role: 'dialog' }

test(
  'a new user registers and is signed in by the mailed link [AUTH-3, AUTH-6, AUTH-7, HOME-13]',
  { tag: '@short' },
  async ({ user }) => {
    const email = newEmail()
    await user.goto('/auth/register')
    await user.fill({ label: 'Имя' }, 'Мария')
    await user.fill({ label: 'Фамилия' }, 'Орлова')
    await user.fill({ label: 'E-mail' }, email)
    await user.fill({ label: 'Пароль' }, PASSWORD)
    await user.click({ role: 'checkbox' })
    await user.click(button('Создать аккаунт'))
    await user.see({ text: 'Проверь почту', in: dialog })

    await user.goto(await mailedLink(email))

    await user.see(heading('Загрузи свой первый аудио или видео файл'))
    expect((await user.address()).pathname).toBe('/')
  },
)

test('a recording is uploaded, recognised and read on its page [UP-1, UP-11, FILE-1]', async ({ user }) => {
  await signIn(user, await createPerson(), '/upload')
  await user.choose({ css: 'input[type=file]' }, recording('voxforge_ru/ru_0032.wav'))
  await user.click(button('Начать обработку'))

  await user.see(player)
  await user.see({ css: '[data-text]', in: transcript })
  expect((await user.address()).pathname).toMatch(/^\/files\/[0-9a-f-]{36}$/)
})

test('a file is read and played while it is recognised, and plays on when the text is complete [UP-11]', async ({
  user,
}) => {
  const person = await createPerson()
  await signIn(user, person, await uploadDialogue(person))
  await user.click(button('Начать обработку'))
  await user.see({ css: '[data-text]', in: draft })

  await user.click({ css: '[data-seek]', in: draft })
  await user.see({ css: '[aria-current]', in: draft })
  await expect.poll(() => position(user)).toBeGreaterThan(1)
  const before = await position(user)
  await user.see(transcript)

  await user.see(button('Пауза'))
  // It neither begins again nor stands still.
  const after = await position(user)
  expect(after).toBeGreaterThanOrEqual(before)
  await expect.poll(() => position(user)).toBeGreaterThan(after)
})

test('a paragraph is edited in place, saved by itself and still there after a reload', async ({ user }) => {
  const { person, path } = await openRecorded(user)

  await editSecond(user, 'Бюджет на рекламу составил триста тысяч рублей.')
  await user.reload()

  await user.see({ text: 'Бюджет на рекламу составил триста тысяч рублей.', in: transcript })
  const { script } = await scriptOf(person, path)
  expect(script[1]?.text).toBe('Бюджет на рекламу составил триста тысяч рублей.')
})

test('an edit is undone and redone by keys, on the page and on the server', async ({ user }) => {
  const { person, path } = await openRecorded(user)
  const said = async () => (await scriptOf(person, path)).script[1]?.text
  await editSecond(user, 'Совсем другое предложение.')
  await expect.poll(said).toBe('Совсем другое предложение.')

  await user.press('Control+z')
  await user.see({ text: SENTENCES[1] ?? '', in: transcript })
  await expect.poll(said).toBe(SENTENCES[1])
  await user.press('Control+Shift+z')

  await user.see({ text: 'Совсем другое предложение.', in: transcript })
  await expect.poll(said).toBe('Совсем другое предложение.')
})

test('a summary is made on request, and a statement plays its moment [SUM-1, SUM-2]', async ({ user }) => {
  await openRecorded(user)
  const panel = region('Саммари')
  await user.click({ role: 'tab', name: 'Саммари', in: panel })
  await user.click(button('Сделать саммари', panel))
  await user.see({ text: /^Подтверждено записью: \d+\sиз\s\d+/, in: panel })

  const statement = button(/^Слушать с/, { role: 'tabpanel', in: panel })
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(await user.textOf(statement)) ?? []
  const start = Number(minutes) * 60 + Number(seconds)
  await user.click(statement)

  await user.see(button('Пауза'))
  await expect.poll(() => position(user)).toBeGreaterThan(start)
  expect(await position(user)).toBeLessThan(start + 5)
})

test('a file is opened to everybody by its link and closed again [FILE-3, FILE-4, SHR-1, SHR-4]', async ({
  user,
  visitor,
}) => {
  const { path } = await openRecorded(user)
  await user.click(button('Поделиться'))
  await user.click(button('Открыть доступ'))
  await user.see(button('Закрыть доступ'))

  await visitor.goto(path)
  await visitor.see({ text: SENTENCES[1] ?? '' })
  await visitor.see({ role: 'link', name: 'Зарегистрироваться' })
  await user.click(button('Закрыть доступ'))
  await user.see({ text: 'Файл доступен только тебе' })
  await visitor.reload()

  await visitor.see(heading('Файл по данной ссылке недоступен'))
})

test(
  'a visitor reads and hears a public file: a click on a word seeks there [FILE-3, FILE-7]',
  { tag: '@short' },
  async ({ user }) => {
    const person = await createPerson()
    const path = await addRecorded(person, dialogue('Беседа.wav', SENTENCES))
    await openToEverybody(person, path)
    await user.goto(path)
    await user.click(button('Слушать'))
    await user.see(button('Пауза'))
    await expect.poll(() => position(user)).toBeGreaterThan(0)
    await user.see({ css: '[data-paragraph="0"][aria-current=true]' })
    await user.press('k')
    await user.see(button('Слушать'))

    await user.clickAt(await pointOf(user, 'Марина'))

    await expect.poll(() => position(user)).toBe(10)
    expect(await spokenWord(user)).toBe('Марина')
    await user.press('ArrowRight')
    await expect.poll(() => position(user)).toBe(15)
  },
)

test('extra minutes are bought on the provider’s page, with a confirmation by the bank [ACC-5, PAY-1]', async ({
  user,
}) => {
  const person = await createFreePerson()
  const { extra } = await bookOf(person)
  await signIn(user, person, '/account')
  const shop = region('Дополнительные минуты')
  await user.fill({ label: 'Сколько минут', in: shop }, '60')
  await user.click(button(/^Оплатить 900/, shop))
  await user.fill({ label: 'Номер карты' }, cards.with3ds)
  await user.fill({ label: 'Срок действия' }, '12/35')
  await user.fill({ label: 'CVC' }, '123')
  await user.click(button(/^Оплатить/))
  await user.click(button('Подтвердить'))

  await user.see({ text: /\+60/, in: { role: 'dialog', name: 'Оплата прошла' } })
  expect(await bookOf(person)).toMatchObject({ extra: extra + 60 * 60 })
  expect((await paymentsOf(person.id)).map(({ status }) => status)).toEqual(['succeeded'])
  await expectLedgerExact(person)
})

test('a file opened before is read without a connection, and its sound is back with the connection', async ({
  user,
}) => {
  const person = await createPerson()
  const relay = await startRelay()
  const path = await addRecorded(person, dialogue('Планёрка.wav', SENTENCES))
  await signIn(user, person, `${relay.url}${path}`)
  await user.see({ text: SENTENCES[1] ?? '' })
  await untilKept(user)

  await relay.cut()
  await user.reload()
  await user.see({ text: SENTENCES[1] ?? '' })
  await user.see({ text: /^Нет связи: показываем сохранённое сегодня в\s\d\d:\d\d\.$/ })
  await user.goto(`${relay.url}/`)
  await user.click({ role: 'link', name: /^Планёрка/ })
  await user.see({ text: SENTENCES[1] ?? '' })
  await relay.restore()

  await user.see(player)
  await relay.cut()
})

/** Opens a page as this person; the tokens come from the API to save time. */
async function signIn(screen: Screen, person: Person, path: string): Promise<void> {
  const address = new URL(path, origin)
  await screen.goto(`${address.origin}/robots.txt`)
  await screen.evaluate(
    (tokens) => {
      Object.assign(localStorage, JSON.parse(tokens))
    },
    JSON.stringify(await tokensOf(person)),
  )
  await screen.goto(address.href)
}

/** Opens a file of two speakers as its owner. */
async function openRecorded(screen: Screen): Promise<{ person: Person; path: string }> {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue('Планёрка.wav', SENTENCES))
  await signIn(screen, person, path)
  await screen.see({ text: SENTENCES[1] ?? '', in: transcript })
  return { person, path }
}

/** Replaces the second sentence, which is a paragraph, and waits until that is saved. */
async function editSecond(screen: Screen, text: string): Promise<void> {
  await screen.clickAt(await pointOf(screen, 'рекламу'), 2)
  await screen.see({ role: 'textbox', name: 'Текст абзаца' })
  await screen.press('Control+a')
  await screen.type(text)
  await screen.press('Enter')
  await screen.see({ text: 'Сохранено' })
  await screen.see({ text, in: transcript })
}

const position = async (screen: Screen) => Number(await screen.attributeOf(slider, 'aria-valuenow'))

const spokenWord = (screen: Screen) =>
  screen.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** The middle of a word of the text. */
const pointOf = (screen: Screen, word: string): Promise<Point> => screen.evaluate(middleOf, word)

/** Waits until the service worker has the whole app and the opened text is kept. */
async function untilKept(screen: Screen): Promise<void> {
  const isKept = async () =>
    screen.evaluate(async () => {
      if (!navigator.serviceWorker.controller || !(await caches.has('doslovno.kept'))) return false
      const kept = await (await caches.open('doslovno.kept')).keys()
      return kept.some(({ url }) => url.includes('/files/'))
    })
  await expect.poll(isKept).toBe(true)
}

/** Calls the API as this person. */
async function call(person: Person, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${(await tokensOf(person)).accessToken}`)
  const reply = await fetch(`${origin}${path}`, { ...init, headers })
  expect(reply.ok).toBe(true)
  return reply.json()
}

const apiPath = (path: string) => path.replace('/files/', '/api/scripts/')

const scriptOf = async (person: Person, path: string) => (await call(person, apiPath(path))) as Script

async function openToEverybody(person: Person, path: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await call(person, apiPath(path), { method: 'PATCH', headers, body: JSON.stringify({ publicFlag: true }) })
}

/** Uploads two minutes of a dialogue: long enough to play on after the text is complete. */
async function uploadDialogue(person: Person): Promise<string> {
  const samples = wavSamples(recording('dialogs/ru_2spk.wav'))
  const form = new FormData()
  form.set(
    'file',
    new File([new Uint8Array(toWav(Buffer.concat([samples, samples, samples])))], 'Разговор.wav', {
      type: 'audio/wav',
    }),
  )
  const { script } = (await call(person, '/api/scripts/upload', { method: 'POST', body: form })) as { script: Script }
  return `/files/${script.id}`
}
