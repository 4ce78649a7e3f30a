import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

import { type Call, json, html as page, type Reply, type Routes } from '#http.ts'
import { host, serve } from '#serve.ts'

import { createMailbox, type Mailbox, type Message } from './mailbox.ts'
import { listPage, messagePage } from './page.ts'
import { createSmtp } from './smtp.ts'

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

// No script runs on these pages, neither ours nor a mail's; a mail may load images.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; form-action 'none'"

/** Serves the messages as pages for people and as JSON for tests. */
function pagesOf(mailbox: Mailbox): Routes {
  const listed = ({ query }: Call) => mailbox.list(query.get('to') ?? undefined)
  const found = (call: Call, show: (message: Message) => Reply) => {
    const message = mailbox.find(call.path.replace(/.*\//, ''))
    return message ? show(message) : json(404, { error: 'not found' })
  }
  return {
    'GET /': (call) => html(listPage(listed(call))),
    'GET /messages/*': (call) => found(call, (message) => html(messagePage(message))),
    'GET /api/messages': (call) => json(200, listed(call).map(summarise)),
    'GET /api/messages/*': (call) => found(call, (message) => json(200, message)),
    'DELETE /api/messages': () => {
      mailbox.clear()
      return json(200, { ok: true })
    },
  }
}

const summarise = ({ id, receivedAt, from, to, subject }: Message) => ({ id, receivedAt, from, to, subject })

function html(body: string): Reply {
  const { headers, ...reply } = page(200, body)
  return { ...reply, headers: { ...headers, 'content-security-policy': policy } }
}
