import { connect, type Socket } from 'node:net'

type Stream = { socket: Socket; lastId: string; isAlive: boolean }
type Events = {
  onVersion: (person: number) => void
  onOpen: (ms: number) => void
  onFailure: () => void
}

const REOPEN_MS = 1000

/** One stream of changes per person, opened again when it ends. */
export class Streams {
  readonly #port: number
  readonly #events: Events
  readonly #streams = new Map<number, Stream>()

  constructor(port: number, events: Events) {
    this.#port = port
    this.#events = events
  }

  get alive(): number {
    return [...this.#streams.values()].filter(({ isAlive }) => isAlive).length
  }

  open(person: number, token: string): void {
    const lastId = this.#streams.get(person)?.lastId ?? ''
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    const stream: Stream = { socket, lastId, isAlive: false }
    this.#streams.set(person, stream)
    const startedAt = performance.now()
    socket.write(
      `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
        (lastId ? `last-event-id: ${lastId}\r\n\r\n` : '\r\n'),
    )
    socket.on('data', (text: string) => {
      if (!stream.isAlive) this.#events.onOpen(performance.now() - startedAt)
      stream.isAlive = true
      const id = [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]
      if (id === undefined) return
      stream.lastId = id
      this.#events.onVersion(person)
    })
    socket.on('error', () => undefined) // closes next
    socket.on('close', () => {
      if (this.#streams.get(person) !== stream) return
      if (!stream.isAlive) this.#events.onFailure()
      stream.isAlive = false
      setTimeout(() => this.open(person, token), REOPEN_MS * Math.random())
    })
  }

  /** As if the server had ended it. */
  reopen(person: number, token: string): void {
    const before = this.#streams.get(person)
    this.open(person, token)
    before?.socket.destroy()
  }
}
