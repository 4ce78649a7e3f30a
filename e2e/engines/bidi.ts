import { once } from 'node:events'

/** A connection by the protocol of WebDriver BiDi. */
export type Connection = { send: <Reply>(method: string, params: object) => Promise<Reply> }

type Answer = { id: number; type: 'success'; result: unknown } | { id: number; type: 'error'; message: string }

export async function openConnection(url: string): Promise<Connection> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.type === 'success') asked?.resolve(answer.result)
    if (answer.type === 'error') asked?.reject(new Error(answer.message))
  })
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox closed the connection'))
  })
  let last = 0
  return {
    send: <Reply>(method: string, params: object) => {
      const asked = Promise.withResolvers<unknown>()
      waiting.set(++last, asked)
      socket.send(JSON.stringify({ id: last, method, params }))
      return asked.promise as Promise<Reply>
    },
  }
}
