import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'

import type { Message } from '@doslovno/simulators/mail/mailbox.ts'
import { type MailSimulator, startMailSimulator } from '@doslovno/simulators/mail/server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createMail, type Mail } from './index.ts'

const from = 'no-reply@doslovno.example'
const letter = {
  subject: 'Подтверди почту — остался один шаг',
  text: 'Привет, Анна.\n',
  html: '<p>Привет, <b>Анна</b>.</p>',
}

let simulator: MailSimulator
let mail: Mail

beforeEach(async () => {
  simulator = await startMailSimulator({ smtpPort: 0, pagePort: 0 })
  mail = mailBy(simulator.smtpPort)
})
afterEach(async () => {
  mail.close()
  await simulator.close()
})

describe('a mail', () => {
  it('arrives with its Cyrillic subject and both parts', async () => {
    await mail.send('anna@example.com', letter)

    const message = await readOnly()
    expect(message).toMatchObject({ from, to: ['anna@example.com'], subject: letter.subject })
    expect(message.text).toBe(letter.text)
    expect(message.html.trim()).toBe(letter.html)
  })

  it('carries its sender, its date and Auto-Submitted', async () => {
    await mail.send('anna@example.com', letter)

    const headers = headersOf(await readOnly())
    const name = Buffer.from('Дословно').toString('base64')
    expect(headers.get('from')).toBe(`=?UTF-8?B?${name}?= <${from}>`)
    expect(headers.get('to')).toBe('anna@example.com')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('message-id')).toMatch(/^<\S+@doslovno\.example>$/)
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(headers.has('x-mailer')).toBe(false)
  })

  it('is sent in parallel with others, each to its own addressee', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `user${index}@example.com`)

    await Promise.all(people.map((to) => mail.send(to, letter)))

    const messages = await listMessages()
    expect(messages.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted())
  })

  it.each([
    'anna@example.com\r\nBcc: victim@example.com',
    'anna@example.com, victim@example.com',
    'Anna <anna@example.com>',
    'anna@example.com> SIZE=1',
    'anna',
    '',
  ])('is not sent to "%s", which is not one bare address', async (to) => {
    await expect(mail.send(to, letter)).rejects.toMatchObject({ code: 'mailRefused' })

    expect(await listMessages()).toEqual([])
  })

  it.each(['Hi\r\nBcc: victim@example.com', 'Hi\nX-Bad: 1', 'Hi\rX-Bad: 1'])(
    'is not sent with a subject of several lines: %j',
    async (subject) => {
      await expect(mail.send('anna@example.com', { ...letter, subject })).rejects.toMatchObject({ code: 'mailRefused' })

      expect(await listMessages()).toEqual([])
    },
  )

  it('may be retried when the server is down, and is sent once it is back', async () => {
    const { smtpPort } = simulator
    await simulator.close()

    const failed = mail.send('anna@example.com', letter)

    await expect(failed).rejects.toMatchObject({ originalCode: 'ECONNREFUSED' })
    simulator = await startMailSimulator({ smtpPort, pagePort: 0 })
    await mail.send('anna@example.com', letter)
    expect(await listMessages()).toHaveLength(1)
  })

  it.each([
    [
      'is refused for good when the server does not know the addressee',
      '550 5.1.1 No such user',
      { code: 'mailRefused' },
    ],
    ['may be retried when the server asks for it', '451 4.7.1 Try later', { responseCode: 451 }],
  ])('%s', async (_title, reply, failure) => {
    const server = await startRefusing(reply)
    const refused = mailBy((server.address() as AddressInfo).port)

    await expect(refused.send('anna@example.com', letter)).rejects.toMatchObject(failure)

    refused.close()
    server.close()
  })

  it.each([
    ['a password', 'user:secret@', false],
    ['any mail where encryption is required', '', true],
  ])('does not send %s over an unencrypted connection', async (_what, user, isTlsRequired) => {
    const careful = createMail({ smtpUrl: `smtp://${user}127.0.0.1:${simulator.smtpPort}`, from, isTlsRequired })

    await expect(careful.send('anna@example.com', letter)).rejects.toMatchObject({ code: 'ETLS' })

    careful.close()
  })
})

const mailBy = (port: number) => createMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, isTlsRequired: false })

const read = async <T>(path: string) =>
  (await fetch(`http://127.0.0.1:${simulator.pagePort}/api/messages${path}`)).json() as Promise<T>

const listMessages = () => read<Message[]>('')

async function readOnly(): Promise<Message> {
  const [summary] = await listMessages()
  return read<Message>(`/${summary?.id}`)
}

const headersOf = ({ headers }: Message) =>
  new Map(headers.map(({ name, value }) => [name.toLowerCase(), value] as const))

/** The simulator accepts every addressee; this server accepts none. */
async function startRefusing(reply: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    createInterface(socket).on('line', (line) => socket.write(`${line.startsWith('RCPT') ? reply : '250 ok'}\r\n`))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
