import { type Call, html as page, json, type Reply, type Routes } from '#http.ts'

import type { Mailbox, Message } from './mailbox.ts'
import { listPage, messagePage } from './page.ts'

// No script runs on these pages, neither ours nor a mail's; a mail may load images.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; form-action 'none'"

/** Serves the messages as pages for people and as JSON for tests. */
export function pagesOf(mailbox: Mailbox): Routes {
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
