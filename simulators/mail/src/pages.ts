import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import type { Mailbox, Message } from './mailbox.ts'
import { listPage, messagePage } from './page.ts'

// No script runs on these pages, neither ours nor a mail's; a mail may load images.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; form-action 'none'"

type Reply = { status: number; type: 'text/html' | 'application/json'; body: string }

/** Serves the messages as pages for people and as JSON for tests. */
export function createPages(mailbox: Mailbox): Server {
  return createServer((request, response) => send(response, answer(mailbox, request)))
}

function answer(mailbox: Mailbox, { method, url }: IncomingMessage): Reply {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost')
  const recipient = searchParams.get('to') ?? undefined
  if (method === 'DELETE' && pathname === '/api/messages') return json(200, clear(mailbox))
  if (method !== 'GET') return json(405, { error: 'method not allowed' })
  if (pathname === '/') return html(listPage(mailbox.list(recipient)))
  if (pathname === '/api/messages') return json(200, mailbox.list(recipient).map(summarise))

  const [, prefix, id] = /^\/(messages|api\/messages)\/(\d+)$/.exec(pathname) ?? []
  const message = id === undefined ? undefined : mailbox.find(id)
  if (!message) return json(404, { error: 'not found' })
  return prefix === 'messages' ? html(messagePage(message)) : json(200, message)
}

function clear(mailbox: Mailbox) {
  mailbox.clear()
  return { ok: true }
}

const summarise = ({ id, receivedAt, from, to, subject }: Message) => ({ id, receivedAt, from, to, subject })

const html = (body: string): Reply => ({ status: 200, type: 'text/html', body })
const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(body)
}
