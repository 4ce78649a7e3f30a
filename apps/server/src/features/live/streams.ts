import type { ServerResponse } from 'node:http'

import type { SessionActor } from '@doslovno/domain/access.ts'

import { openStreams } from '#platform/telemetry.ts'

import type { LiveVersions } from './versions.ts'

const MOST_PER_USER = 6
const BEAT_MS = 20_000
/** Streams of a moment must not end in one moment. */
const LIFE_MS = { shortest: 10 * 60_000, longest: 15 * 60_000 }
/** Changes that follow closely are told as one: a file in progress changes with every chunk. */
const SPACING_MS = 1000
/** A client that does not read is cut off. */
const MOST_UNREAD_BYTES = 16_000

export type Sessions = { isLive(session: Session): Promise<boolean> }

type Session = Pick<SessionActor, 'userId' | 'sessionId'>

type Stream = { session: Session; response: ServerResponse; endsAt: number; unfollow: () => void }

export type Streams = {
  /** Takes over a response; `known` is the version that the client has. */
  open(session: Session, response: ServerResponse, known: number | undefined): void
  closeAll(): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // nginx would hold events back.
  'x-accel-buffering': 'no',
  // Kept alive, its connection would hold up a process that closes.
  connection: 'close',
}

/** Tells open pages of every change of their user, until their session ends. */
export function createStreams(versions: LiveVersions, sessions: Sessions): Streams {
  const streams = new Map<string, Set<Stream>>()
  const beat = setInterval(() => beatAll(streams, sessions), BEAT_MS).unref()

  const forget = (stream: Stream) => {
    stream.unfollow()
    const { userId } = stream.session
    const group = streams.get(userId)
    if (!group?.delete(stream)) return
    openStreams.dec()
    if (group.size === 0) streams.delete(userId)
  }

  return {
    open: (session, response, known) => {
      const { userId } = session
      const group = streams.get(userId) ?? new Set<Stream>()
      const [oldest] = group
      if (group.size >= MOST_PER_USER) oldest?.response.end()

      response.writeHead(200, HEADERS)
      response.write(': open\n\n')
      const tell = spaced(known ?? -1, (version) =>
        write(response, `id: ${version}\ndata: ${JSON.stringify({ version })}\n\n`),
      )
      const lifeMs = LIFE_MS.shortest + Math.random() * (LIFE_MS.longest - LIFE_MS.shortest)
      const stream = { session, response, endsAt: Date.now() + lifeMs, unfollow: versions.follow(userId, tell) }
      streams.set(userId, group.add(stream))
      openStreams.inc()
      response.once('close', () => forget(stream))
      // After the client follows, so that no change falls between.
      void versions.of(userId).then(tell, () => response.end())
    },
    closeAll: () => {
      clearInterval(beat)
      for (const { response } of [...streams.values()].flatMap((group) => [...group])) response.end()
    },
  }
}

/** Passes on versions that grow: the first at once, then the latest of each second. */
function spaced(known: number, pass: (version: number) => void): (version: number) => void {
  let [told, latest] = [known, known]
  let rest: NodeJS.Timeout | undefined
  const tell = () => {
    if (rest || latest <= told) return
    told = latest
    pass(told)
    rest = setTimeout(() => {
      rest = undefined
      tell()
    }, SPACING_MS).unref()
  }
  return (version) => {
    latest = Math.max(latest, version)
    tell()
  }
}

/** A comment shows that the stream lives, to the client and to proxies. */
function beatAll(streams: ReadonlyMap<string, ReadonlySet<Stream>>, sessions: Sessions): void {
  const now = Date.now()
  for (const group of streams.values())
    for (const { session, response, endsAt } of group) {
      if (endsAt > now) write(response, ':\n\n')
      else response.end()
      // A database that does not answer ends no stream.
      sessions.isLive(session).then((isLive) => isLive || response.end(), () => undefined) // prettier-ignore
    }
}

function write(response: ServerResponse, text: string): void {
  if (response.destroyed) return
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
  else response.write(text)
}
