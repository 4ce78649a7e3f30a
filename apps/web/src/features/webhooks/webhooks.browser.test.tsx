import type { WebhookDelivery, WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { describe, expect, it, vi } from 'vitest'

import { freeInfoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, plainText, refused, textOf } from '#test/account-page.ts'
import type { Answer } from '#test/server.ts'

const LIST = 'GET /api/webhooks'
const URL = 'https://example.ru/hook'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function webhookOf(change: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: 'w1',
    url: URL,
    events: ['script.completed', 'summary.completed'],
    secret: SECRET,
    isEnabled: true,
    disabledAt: null,
    disabledReason: null,
    createdAt: '2031-11-01T09:00:00Z',
    ...change,
  }
}

function deliveryOf(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd1',
    messageId: 'msg_1',
    type: 'script.completed',
    state: 'delivered',
    attempts: 1,
    createdAt: '2031-11-14T09:05:00Z',
    lastAttemptAt: '2031-11-14T09:05:00Z',
    nextAttemptAt: null,
    lastStatus: 204,
    lastError: null,
    ...change,
  }
}

const webhooks = (...data: WebhookEndpoint[]) => done({ data })
const deliveries = (...data: WebhookDelivery[]) => done({ data, total: data.length })

async function open(list: Answer | Answer[], answers: Answers = {}) {
  const opened = await openAccount(freeInfoOf(), { [LIST]: list, ...answers })
  return { ...opened, section: opened.region('Вебхуки') }
}

describe('webhooks', () => {
  it('explain themselves in one sentence while there are none, with the way to the documentation', async () => {
    const { section } = await open(webhooks())

    await expect.element(section.getByRole('button', { name: 'Добавить вебхук' })).toBeVisible()
    expect(textOf(section)).toContain('Вебхук сам сообщит твоему серверу, что файл готов')
    await expect
      .element(section.getByRole('link', { name: /Как принять событие и.проверить подпись/ }))
      .toHaveAttribute('href', '/api/docs')
  })

  it('say so and are asked for again if they cannot be loaded', async () => {
    const { section } = await open([refused(400, 'unexpected'), webhooks()])
    await expect.element(section.getByRole('alert')).toHaveTextContent('Не удалось загрузить вебхуки.')

    await section.getByRole('button', { name: 'Попробовать снова' }).click()

    await expect.element(section.getByRole('button', { name: 'Добавить вебхук' })).toBeVisible()
  })

  it('are added with an address and events that have Russian names', async () => {
    const { screen, section, server } = await open([webhooks(), webhooks(webhookOf())], {
      'POST /api/webhooks': done({ webhook: webhookOf() }),
    })

    await section.getByRole('button', { name: 'Добавить вебхук' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Новый вебхук' })
    await dialog.getByLabelText('Адрес').fill(` ${URL} `)
    await dialog.getByRole('checkbox', { name: /Файл не.обработался/ }).click()
    await dialog.getByRole('button', { name: 'Добавить' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(section.getByText(URL)).toBeVisible()
    expect(textOf(section)).toContain('Сообщаем: Файл готов, Готово саммари или тезисы')
    expect(server.requests).toContainEqual({
      call: 'POST /api/webhooks',
      body: { url: URL, events: ['script.completed', 'summary.completed'] },
    })
  })

  it('need an address and an event', async () => {
    const { screen, section, server } = await open(webhooks())
    await section.getByRole('button', { name: 'Добавить вебхук' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Новый вебхук' })
    for (const name of [/Файл готов/, /Файл не.обработался/, /Готово саммари или тезисы/])
      await dialog.getByRole('checkbox', { name }).click()

    await dialog.getByRole('button', { name: 'Добавить' }).click()

    await expect.poll(() => dialog.getByText('Поле должно быть заполнено').elements()).toHaveLength(2)
    expect(server.calls()).not.toContain('POST /api/webhooks')
  })

  it('say beside the field why an address is refused, and that five are enough', async () => {
    const refusedAddress = {
      status: 422,
      body: {
        error: 'x',
        code: 'webhookRefused',
        message: 'x',
        fields: { url: { code: 'webhook.address', message: 'address' } },
      },
    }
    const { screen, section } = await open(webhooks(), {
      'POST /api/webhooks': [refusedAddress, refused(409, 'tooManyWebhooks')],
    })
    await section.getByRole('button', { name: 'Добавить вебхук' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Новый вебхук' })
    await dialog.getByLabelText('Адрес').fill('https://10.0.0.1/')

    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await expect.element(dialog.getByText(/Это адрес внутренней сети/)).toBeVisible()
    await dialog.getByLabelText('Адрес').fill(URL)
    await dialog.getByRole('button', { name: 'Добавить' }).click()

    await expect.element(dialog.getByRole('alert')).toBeVisible()
    expect(textOf(dialog.getByRole('alert'))).toBe('У тебя уже пять вебхуков. Удали лишний, чтобы добавить новый.')
  })

  it('are at most five', async () => {
    const { section } = await open(webhooks(...[1, 2, 3, 4, 5].map((n) => webhookOf({ id: `w${n}` }))))

    await expect.element(section.getByRole('button', { name: 'Добавить', exact: true })).toBeDisabled()
  })
})

describe('a webhook', () => {
  it('hides its secret and copies it whole', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    const { screen, section } = await open(webhooks(webhookOf()))
    await expect.element(section.getByText('whsec_MfKQ••••••••')).toBeVisible()
    expect(textOf(section)).not.toContain(SECRET)

    await section.getByRole('button', { name: `Скопировать секрет: ${URL}` }).click()

    await expect.element(screen.getByText('Секрет скопирован')).toBeVisible()
    expect(copied).toEqual([SECRET])
  })

  it('gets a new secret after a question', async () => {
    const renewed = webhookOf({ secret: 'whsec_NEWone0000000000000000000000' })
    const { screen, section, server } = await open([webhooks(webhookOf()), webhooks(renewed)], {
      'POST /api/webhooks/w1/rotate-secret': done({ webhook: renewed }),
    })

    await section.getByRole('button', { name: `Сменить секрет: ${URL}` }).click()
    const dialog = screen.getByRole('dialog', { name: 'Сменить секрет подписи?' })
    await expect.element(dialog.getByText(/Сутки события будут подписаны/)).toBeVisible()
    expect(server.calls()).not.toContain('POST /api/webhooks/w1/rotate-secret')
    await dialog.getByRole('button', { name: 'Сменить' }).click()

    await expect.element(section.getByText('whsec_NEWo••••••••')).toBeVisible()
  })

  it('is changed in a dialog that shows what it is', async () => {
    const { screen, section, server } = await open(webhooks(webhookOf()), {
      'PATCH /api/webhooks/w1': done({ webhook: webhookOf() }),
    })

    await section.getByRole('button', { name: `Изменить: ${URL}` }).click()
    const dialog = screen.getByRole('dialog', { name: 'Изменить вебхук' })
    await expect.element(dialog.getByLabelText('Адрес')).toHaveValue(URL)
    await expect.element(dialog.getByRole('checkbox', { name: /Файл не.обработался/ })).not.toBeChecked()
    await dialog.getByLabelText('Адрес').fill(`${URL}/2`)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({
      call: 'PATCH /api/webhooks/w1',
      body: { url: `${URL}/2`, events: ['script.completed', 'summary.completed'] },
    })
  })

  it('is switched off and offers no test then', async () => {
    const { section, server } = await open([webhooks(webhookOf()), webhooks(webhookOf({ isEnabled: false }))], {
      'PATCH /api/webhooks/w1': done({ webhook: webhookOf({ isEnabled: false }) }),
    })
    const knob = section.getByRole('switch', { name: `Включён: ${URL}` })
    await expect.element(knob).toBeChecked()

    await knob.click()

    await expect.element(knob).not.toBeChecked()
    await expect.element(section.getByText('Выключен')).toBeVisible()
    await expect.element(section.getByRole('button', { name: /Отправить пробное/ })).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({ call: 'PATCH /api/webhooks/w1', body: { isEnabled: false } })
  })

  it.each([
    ['failing', /Отключён 12.ноября 2031 после 5 дней без ответа/],
    ['gone', /Отключён 12.ноября 2031: адрес ответил, что его больше нет \(410\)/],
  ] as const)('that we switched off says when and why (%s), and is switched on again', async (disabledReason, text) => {
    const off = webhookOf({ isEnabled: false, disabledAt: '2031-11-12T09:00:00Z', disabledReason })
    const { section, server } = await open([webhooks(off), webhooks(webhookOf())], {
      'PATCH /api/webhooks/w1': done({ webhook: webhookOf() }),
    })
    await expect.poll(() => textOf(section)).toMatch(text)

    await section.getByRole('button', { name: `Включить снова: ${URL}` }).click()

    await expect.element(section.getByRole('button', { name: /Включить снова/ })).not.toBeInTheDocument()
    await expect.element(section.getByRole('switch')).toBeChecked()
    expect(server.requests).toContainEqual({ call: 'PATCH /api/webhooks/w1', body: { isEnabled: true } })
  })

  it('is deleted after a question', async () => {
    const { screen, section, server } = await open([webhooks(webhookOf()), webhooks()], {
      'DELETE /api/webhooks/w1': done(),
    })

    await section.getByRole('button', { name: `Удалить: ${URL}` }).click()
    const dialog = screen.getByRole('dialog', { name: 'Удалить вебхук?' })
    await expect.element(dialog.getByText(URL)).toBeVisible()
    expect(server.calls()).not.toContain('DELETE /api/webhooks/w1')
    await dialog.getByRole('button', { name: 'Удалить' }).click()

    await expect.element(section.getByRole('button', { name: 'Добавить вебхук' })).toBeVisible()
  })

  it('sends a test and shows how it went', async () => {
    const test = deliveryOf({ type: 'webhook.test', state: 'pending', attempts: 0, lastStatus: null })
    const { section } = await open(webhooks(webhookOf()), {
      'POST /api/webhooks/w1/test': done({ delivery: test }),
      'GET /api/webhooks/w1/deliveries': [
        deliveries(test),
        deliveries(test),
        deliveries({ ...test, state: 'failed', attempts: 1, lastStatus: 500, lastError: 'status' }),
      ],
    })

    await section.getByRole('button', { name: `Отправить пробное: ${URL}` }).click()

    await expect.element(section.getByText('Отправляем', { exact: true })).toBeVisible()
    await expect.element(section.getByText(/^Не.доставлено$/)).toBeVisible()
    await expect.poll(() => textOf(section)).toContain('код 500 · 1 попытка')
  })

  it('says when tests are sent too often', async () => {
    const { screen, section } = await open(webhooks(webhookOf()), {
      'POST /api/webhooks/w1/test': refused(429, 'tooManyRequests'),
    })

    await section.getByRole('button', { name: `Отправить пробное: ${URL}` }).click()

    await expect.element(screen.getByText('Слишком часто. Попробуй чуть позже.')).toBeVisible()
  })
})

describe('deliveries', () => {
  const rowsOf = async (section: Awaited<ReturnType<typeof open>>['section']) => {
    await section.getByText('Доставки').click()
    const rows = section.getByRole('listitem').getByRole('listitem')
    await expect.element(rows.first()).toBeVisible()
    return rows
  }

  it('name time, event, state, reason, attempts and the next attempt in words', async () => {
    const next = '2031-11-14T09:40:00Z'
    const { section } = await open(webhooks(webhookOf()), {
      'GET /api/webhooks/w1/deliveries': deliveries(
        deliveryOf({ id: '1' }),
        deliveryOf({ id: '2', state: 'pending', attempts: 3, nextAttemptAt: next, lastStatus: 503, lastError: 'status' }),
        deliveryOf({ id: '3', type: 'script.failed', state: 'failed', attempts: 10, lastStatus: null, lastError: 'timeout' }),
        deliveryOf({ id: '4', type: 'summary.completed', state: 'pending', attempts: 2, nextAttemptAt: next, lastStatus: null, lastError: 'tls' }),
        deliveryOf({ id: '5', state: 'failed', attempts: 1, lastStatus: null, lastError: 'address' }),
        deliveryOf({ id: '6', state: 'failed', attempts: 1, lastStatus: null, lastError: 'refused' }),
        deliveryOf({ id: '7', state: 'failed', attempts: 1, lastStatus: null, lastError: 'network' }),
      ),
    }) // prettier-ignore
    const moment = (iso: string) =>
      new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
        .format(new Date(iso))
        .replaceAll('\u00a0', ' ')
    const at = moment('2031-11-14T09:05:00Z')

    const rows = (await rowsOf(section)).elements().map(plainText)

    expect(rows).toEqual([
      `Файл готов${at}Доставленокод 204 · 1 попыткаОтправить снова`,
      `Файл готов${at}Повторимкод 503 · 3 попытки · следующая ${moment(next)}Отправить снова`,
      `Файл не обработался${at}Не доставленоне ответил за 10 секунд · 10 попытокОтправить снова`,
      `Готово саммари или тезисы${at}Повторимсертификат не прошёл проверку · 2 попытки · следующая ${moment(next)}Отправить снова`,
      `Файл готов${at}Не доставленоадрес не найден · 1 попыткаОтправить снова`,
      `Файл готов${at}Не доставленосоединение отклонено · 1 попыткаОтправить снова`,
      `Файл готов${at}Не доставленосоединение оборвалось · 1 попыткаОтправить снова`,
    ])
  })

  it('are none at first', async () => {
    const { section } = await open(webhooks(webhookOf()), { 'GET /api/webhooks/w1/deliveries': deliveries() })

    await section.getByText('Доставки').click()

    await expect.element(section.getByText(/Пока ничего не.отправляли\./)).toBeVisible()
  })

  it('are sent again by a button, and followed until they have arrived', async () => {
    const failed = deliveryOf({ state: 'failed', attempts: 10, lastStatus: 500, lastError: 'status' })
    const again = deliveryOf({ state: 'pending', attempts: 0, nextAttemptAt: '2031-11-14T09:05:00Z', lastStatus: 500 })
    const { section, server } = await open(webhooks(webhookOf()), {
      'GET /api/webhooks/w1/deliveries': [deliveries(failed), deliveries(again), deliveries(deliveryOf())],
      'POST /api/webhooks/w1/deliveries/d1/replay': done({ delivery: again }),
    })
    const rows = await rowsOf(section)

    await rows.getByRole('button', { name: /^Отправить снова: Файл готов, / }).click()

    await expect.element(rows.getByText('Отправляем')).toBeVisible()
    await expect.element(rows.getByText('Доставлено')).toBeVisible()
    expect(server.calls()).toContain('POST /api/webhooks/w1/deliveries/d1/replay')
  })

  it('are all sent again by one button if they were given up', async () => {
    const failed = deliveryOf({ state: 'failed', attempts: 10, lastStatus: 500, lastError: 'status' })
    const { screen, section, server } = await open(webhooks(webhookOf()), {
      'GET /api/webhooks/w1/deliveries': [deliveries(failed), deliveries(deliveryOf())],
      'POST /api/webhooks/w1/deliveries/replay-failed': done({ count: 3 }),
    })
    const rows = await rowsOf(section)

    await section.getByRole('button', { name: 'Отправить снова всё недошедшее' }).click()

    await expect.element(screen.getByText(/Отправляем снова 3.события/)).toBeVisible()
    await expect.element(rows.getByText('Доставлено')).toBeVisible()
    await expect.element(section.getByRole('button', { name: /всё недошедшее/ })).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({
      call: 'POST /api/webhooks/w1/deliveries/replay-failed',
      body: { since: '1970-01-01T00:00:00.000Z' },
    })
  })

  it('are shown ten at a time', async () => {
    const many = (count: number) =>
      done({ data: Array.from({ length: count }, (_, n) => deliveryOf({ id: `d${n}` })), total: 12 })
    const { section, server } = await open(webhooks(webhookOf()), {
      'GET /api/webhooks/w1/deliveries': [many(10), many(12)],
    })
    const rows = await rowsOf(section)
    expect(rows.elements()).toHaveLength(10)

    await section.getByRole('button', { name: 'Показать ещё' }).click()

    await expect.poll(() => rows.elements()).toHaveLength(12)
    expect(server.urls.some((url) => url.endsWith('/deliveries?page=1&pageSize=20'))).toBe(true)
    await expect.element(section.getByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument()
  })

  it('cannot be sent again while the webhook is off', async () => {
    const { section } = await open(webhooks(webhookOf({ isEnabled: false })), {
      'GET /api/webhooks/w1/deliveries': deliveries(deliveryOf({ state: 'failed' })),
    })

    const rows = await rowsOf(section)

    await expect.element(rows.getByRole('button')).not.toBeInTheDocument()
  })
})
