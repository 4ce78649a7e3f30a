import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

import { json } from '#http.ts'
import { serve } from '#serve.ts'

import { createMailbox } from './mailbox.ts'
import { pagesOf } from './pages.ts'
import { createSmtp } from './smtp.ts'

// Local only: it accepts everything from anybody.
const host = '127.0.0.1'

type Options = { smtpPort: number; pagePort: number; keepMessages?: number }

export type MailSimulator = { smtpPort: number; pagePort: number; close(): Promise<void> }

/** Catches mails over SMTP and shows them over HTTP; port 0 picks a free one. */
export async function startMailSimulator({ smtpPort, pagePort, keepMessages = 500 }: Options): Promise<MailSimulator> {
  const mailbox = createMailbox(keepMessages)
  const smtp = createSmtp(mailbox)
  const port = await portOf(smtp.listen(smtpPort, host), 'SMTP')
  const pages = await serve({
    port: pagePort,
    routes: pagesOf(mailbox),
    before: ({ method, path }) =>
      method === 'GET' || `${method} ${path}` === 'DELETE /api/messages'
        ? undefined
        : json(405, { error: 'method not allowed' }),
    missing: json(404, { error: 'not found' }),
  })
  const close = async () => {
    await Promise.all([new Promise<void>((done) => smtp.close(done)), pages.close()])
  }
  return { smtpPort: port, pagePort: Number(new URL(pages.url).port), close }
}

async function portOf(server: Server, name: string): Promise<number> {
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`${name}: the port is taken`, { cause })
  })
  // A server that listens on a host and a port always has an address of this shape.
  return (server.address() as AddressInfo).port
}
