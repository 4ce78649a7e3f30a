import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

import { createMailbox } from './mailbox.ts'
import { createPages } from './pages.ts'
import { createSmtp } from './smtp.ts'

// Local only: it accepts everything from anybody.
const host = '127.0.0.1'

type Options = { smtpPort: number; pagePort: number; keepMessages?: number }

export type MailSimulator = { smtpPort: number; pagePort: number; close(): Promise<void> }

/** Catches mails over SMTP and shows them over HTTP; port 0 picks a free one. */
export async function startMailSimulator({ smtpPort, pagePort, keepMessages = 500 }: Options): Promise<MailSimulator> {
  const mailbox = createMailbox(keepMessages)
  const smtp = createSmtp(mailbox)
  const pages = createPages(mailbox)
  const ports = await Promise.all([
    portOf(smtp.listen(smtpPort, host), 'SMTP'),
    portOf(pages.listen(pagePort, host), 'pages'),
  ])
  const close = async () => {
    pages.closeAllConnections()
    await Promise.all([new Promise<void>((done) => smtp.close(done)), new Promise((done) => pages.close(done))])
  }
  return { smtpPort: ports[0], pagePort: ports[1], close }
}

async function portOf(server: Server, name: string): Promise<number> {
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`${name}: the port is taken`, { cause })
  })
  // A server that listens on a host and a port always has an address of this shape.
  return (server.address() as AddressInfo).port
}
