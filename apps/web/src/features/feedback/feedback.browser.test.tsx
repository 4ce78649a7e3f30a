import { describe, expect, it } from 'vitest'

import { freeInfoOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const SEND = 'POST /api/tools/send-feedback'

async function openDialog(path: string, answers: Record<string, Answer> = {}) {
  const server = stubServer({ [SEND]: { status: 200, body: {} }, ...answers })
  const screen = await openAt(path)
  await screen.getByRole('button', { name: path === '/nowhere' ? 'Написать нам' : 'Обратная связь' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Напиши нам' })
  return {
    server,
    screen,
    dialog,
    email: dialog.getByLabelText('E-mail для ответа'),
    text: dialog.getByLabelText('Сообщение'),
    send: dialog.getByRole('button', { name: 'Отправить' }),
  }
}

describe('the feedback dialog', () => {
  it('opens from the footer, needs an e-mail and a text, and posts them [APP-10]', async () => {
    const { server, screen, dialog, email, text, send } = await openDialog('/legal/offer')

    await expect.element(send).toBeDisabled()
    await email.fill('anna@example.ru')
    await expect.element(send).toBeDisabled()
    await text.fill('  ')
    await expect.element(send).toBeDisabled()
    await text.fill('Не открывается запись')
    await send.click()

    await expect.element(screen.getByText('Спасибо! Ответим на\u00a0почту')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const body = { email: 'anna@example.ru', text: 'Не открывается запись', page: '/legal/offer' }
    expect(server.requests).toContainEqual({ call: SEND, body })
  })

  it('opens from a page that was not found, with the e-mail of the user [APP-10]', async () => {
    signIn()
    const { email } = await openDialog('/nowhere', {
      'GET /api/account': { status: 200, body: { user: userOf({ email: 'a@b.ru' }), events: [] } },
      'GET /api/account/info': { status: 200, body: freeInfoOf() },
    })

    await expect.element(email).toHaveValue('a@b.ru')
  })

  it('keeps the text and says what to do after a failure', async () => {
    const { dialog, email, text, send } = await openDialog('/legal/offer', { [SEND]: { status: 503 } })

    await email.fill('anna@example.ru')
    await text.fill('Не открывается запись')
    await send.click()

    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Не удалось отправить. Попробуй ещё раз.')
    await expect.element(text).toHaveValue('Не открывается запись')
  })

  it('keeps what was typed while it is closed', async () => {
    const { screen, text } = await openDialog('/legal/offer')

    await text.fill('Не открывается запись')
    await screen.getByRole('button', { name: 'Закрыть' }).click()
    await screen.getByRole('button', { name: 'Обратная связь' }).click()

    await expect.element(text).toHaveValue('Не открывается запись')
  })

  it('shows an error of the server at its field', async () => {
    const fields = { email: { code: 'auth.emailWrongFormat', message: 'x' } }
    const body = { error: 'Invalid request', code: 'invalidRequest', message: 'Invalid request', fields }
    const { email, text, send } = await openDialog('/legal/offer', { [SEND]: { status: 400, body } })

    await email.fill('anna')
    await text.fill('x')
    await send.click()

    await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  })
})
