import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { schemaNotePattern } from '@doslovno/texts/summaries/model.ts'

/** The fields read here of a call and an answer; both come from code of ours or of llama.cpp. */
type Body = { messages: { role: string; content: string }[]; response_format?: { type: string } }
type Answer = { choices: { message: { content: string } }[] }

export type Relay = {
  url: string
  /** «schema 400» or «text 200» per call, in order. */
  seen: string[]
  close(): Promise<void>
}

/**
 * Stands before the server and notes how each call was asked and answered. With `isShaped` it puts what the model says
 * about the sentences of a prompt into the asked object, which so small a model cannot write.
 */
export async function startRelay(target: string, { isShaped = false } = {}): Promise<Relay> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const end = new AbortController()
    response.on('close', () => end.abort())
    void pass(request, end.signal)
      .then(({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
      .catch(() => response.destroy())
  })
  const pass = async (request: IncomingMessage, signal: AbortSignal) => {
    if (request.method !== 'POST') return forward(await fetch(`${target}${request.url}`, { signal }))
    const body = JSON.parse(await text(request)) as Body
    const kind = body.response_format?.type ?? 'text'
    const isToShape = isShaped && kind === 'text' && !isProbe(body)
    const asked = isToShape ? { ...body, messages: [{ role: 'user', content: saidIn(body) }], max_tokens: SHORT } : body
    const reply = await fetch(`${target}${request.url}`, { method: 'POST', body: JSON.stringify(asked), signal })
    seen.push(`${kind} ${reply.status}`)
    return forward(reply, isToShape ? (answer) => shaped(answer, body) : undefined)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, seen, close }
}

const SHORT = 90
const SAID_CHARACTERS = 360

async function forward(reply: Response, change: (body: string) => string = (body) => body) {
  const body = await reply.text()
  return { status: reply.status, body: reply.ok ? change(body) : body }
}

const promptOf = ({ messages }: Body) => messages.at(-1)?.content ?? ''
const isProbe = (body: Body) => schemaNotePattern.exec(promptOf(body))?.[1] === 'probe'

/** The sentences or notes that a prompt holds, without their numbers. */
const saidIn = (body: Body) =>
  [...promptOf(body).matchAll(/[[{]\d+[\]}]\??\s*([^[\]{}⟦]+)/gu)]
    .map(([, said]) => said?.trim())
    .join(' ')
    .slice(0, SAID_CHARACTERS)

function shaped(reply: string, body: Body): string {
  const answer = JSON.parse(reply) as Answer
  const content = answer.choices[0]?.message.content ?? ''
  const lines = content.split(/(?<=[.!?])\s+|\n+/u).filter((line) => line.trim() !== '')
  const name = schemaNotePattern.exec(promptOf(body))?.[1] ?? ''
  const value = JSON.stringify(shapes[name]?.(lines) ?? {})
  return JSON.stringify({ ...answer, choices: [{ message: { content: value }, finish_reason: 'stop' }] })
}

const shapes: Record<string, (lines: readonly string[]) => object> = {
  notes: (lines) => ({
    notes: lines.map((line, n) => ({
      text: line,
      kind: n % 3 === 2 ? 'task' : 'fact',
      cites: [n + 1],
      who: [],
      weight: 2,
    })),
  }),
  topics: (lines) => ({
    topics: lines.map((line, n) => ({ text: line.split(' ').slice(0, 4).join(' '), notes: [n + 1] })),
  }),
  sections: (lines) => ({
    sections: [{ key: 'main', items: lines.map((line, n) => ({ text: line, notes: [n + 1], who: [] })) }],
  }),
  items: (lines) => ({ items: lines.map((line, n) => ({ id: n + 1, text: line })) }),
  titles: (lines) => ({ titles: lines.map((line, n) => ({ id: n + 1, text: line })) }),
  answer: (lines) => ({ answer: lines.map((line, n) => ({ text: line, cites: [n + 1] })), isSaid: true }),
}
