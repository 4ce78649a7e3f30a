import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Message } from './mailbox.ts'
import { type MailSimulator, startMailSimulator } from './server.ts'

let simulator: MailSimulator

beforeEach(async () => {
  simulator = await startMailSimulator({ smtpPort: 0, pagePort: 0, keepMessages: 3 })
})
afterEach(() => simulator.close())

describe('mail simulator', () => {
  it('returns a caught mail as JSON with its Cyrillic subject and both bodies', async () => {
    await sendMail({ to: 'anna@example.com', source: multipart })

    const [summary] = await listMessages()
    const message = await readMessage(summary?.id)

    expect(summary).toMatchObject({ from: 'robot@example.com', to: ['anna@example.com'], subject: 'Файл расшифрован' })
    expect(message.text.trim()).toBe('Откройте результат')
    expect(message.html).toContain('<b>Откройте</b>')
    expect(message.headers).toContainEqual({ name: 'X-Mark', value: 'one' })
  })

  it('escapes a hostile mail on both pages', async () => {
    const attack = `<script>alert(1)</script>"'`
    const headers = `From: robot@example.com\r\nSubject: ${attack}\r\nX-Bad: ${attack}\r\nContent-Type: text/html\r\n`
    await sendMail({ to: 'anna@example.com', source: `${headers}\r\n<p>hi</p>${attack}` })
    const [summary] = await listMessages()

    const pages = await Promise.all([readPage('/'), readPage(`/messages/${summary?.id}`)])

    for (const page of pages) expect(page).not.toContain('<script>')
    for (const page of pages) expect(page).toContain('&lt;script&gt;')
    expect(pages[1]).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="[^"<]*"/)
  })

  it('forbids scripts by its content security policy', async () => {
    const reply = await fetch(address('/'))

    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('lists only mails to the given recipient, ignoring case', async () => {
    await sendMail({ to: 'anna@example.com', source: 'Subject: for Anna\r\n\r\n' })
    await sendMail({ to: 'boris@example.com', source: 'Subject: for Boris\r\n\r\n' })

    const messages = await listMessages('?to=Boris@example.com')

    expect(messages.map(({ subject }) => subject)).toEqual(['for Boris'])
  })

  it('keeps only the newest mails', async () => {
    for (const number of [1, 2, 3, 4]) await sendMail({ to: 'a@example.com', source: `Subject: ${number}\r\n\r\n` })

    const messages = await listMessages()

    expect(messages.map(({ subject }) => subject)).toEqual(['4', '3', '2'])
  })

  it('deletes all mails on request', async () => {
    await sendMail({ to: 'a@example.com', source: 'Subject: gone\r\n\r\n' })

    await fetch(address('/api/messages'), { method: 'DELETE' })

    expect(await listMessages()).toEqual([])
  })

  it('refuses a mail above twenty megabytes and stays alive', async () => {
    const line = `${'x'.repeat(998)}\r\n`

    const sending = sendMail({ to: 'a@example.com', source: `Subject: big\r\n\r\n${line.repeat(22_000)}` })

    await expect(sending).rejects.toThrow('552')
    expect(await listMessages()).toEqual([])
  })

  it('answers 404 for a message it does not have', async () => {
    const reply = await fetch(address('/messages/77'))

    expect(reply.status).toBe(404)
  })
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

const multipart = [
  'From: robot@example.com',
  `Subject: =?UTF-8?B?${base64('Файл расшифрован')}?=`,
  'X-Mark: one',
  'Content-Type: multipart/alternative; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  base64('Откройте результат'),
  '--cut',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  base64('<p><b>Откройте</b> результат</p>'),
  '--cut--',
  '',
].join('\r\n')

const address = (path: string) => `http://127.0.0.1:${simulator.pagePort}${path}`
const readPage = async (path: string) => (await fetch(address(path))).text()
const listMessages = async (query = '') => (await fetch(address(`/api/messages${query}`))).json() as Promise<Message[]>
const readMessage = async (id?: string) => (await fetch(address(`/api/messages/${id}`))).json() as Promise<Message>

/** A minimal SMTP client; throws on any refusal. */
async function sendMail({ to, source }: { to: string; source: string }): Promise<void> {
  const socket = connect(simulator.smtpPort, '127.0.0.1')
  await once(socket, 'connect')
  const replies = createInterface(socket)[Symbol.asyncIterator]()
  const send = async (line: string) => {
    if (line) socket.write(`${line}\r\n`)
    let reply = String((await replies.next()).value)
    while (reply[3] === '-') reply = String((await replies.next()).value)
    if (!/^[23]/.test(reply)) throw new Error(reply)
  }
  const dialogue = [
    '',
    'EHLO test',
    'MAIL FROM:<robot@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${source}\r\n.`,
    'QUIT',
  ]
  try {
    for (const line of dialogue) await send(line)
  } finally {
    socket.destroy()
  }
}
