import { pause } from '#lib/pause.ts'
import { createStore, type Store } from '#lib/store/store.ts'

/** After the end of a stream the next one begins soon, at a time of its own for each browser. */
const REOPEN_MS = 1000
/** Two failures within a minute: the network does not carry streams, so polls take over for a while. */
const FAILURES = { most: 2, withinMs: 60_000, pauseMs: 5 * 60_000 }
/** A tab that hears nothing from the one with the stream relies on polls. */
const TRUST_MS = 45_000

type Message = { version?: number; isOn: boolean }

export type LiveDeps = {
  /** Reads one stream to its end. */
  read: (callbacks: {
    known: number | undefined
    signal: AbortSignal
    onAlive: () => void
    onVersion: (version: number) => void
  }) => Promise<void>
  /** Runs the work in one tab at a time, until the signal ends it. */
  asOnlyTab: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
}

export type Live = {
  /** Whether changes are told as they happen, so that polls may rest. */
  isOn: Store<boolean>
  /** Called when something has changed; returns how to stop listening. */
  onChange: (listener: () => void) => () => void
  /** Follows the changes of the signed-in user; returns how to stop. */
  start: () => () => void
}

/** Changes of the user's data as they happen, by one stream for all tabs of the browser. */
export function createLive({ read, asOnlyTab, channel }: LiveDeps): Live {
  const isOn = createStore(false)
  const changes = createStore<number | undefined>(undefined)
  let distrust: ReturnType<typeof setTimeout> | undefined

  const hear = ({ version, isOn: next }: Message) => {
    clearTimeout(distrust)
    if (next) distrust = setTimeout(() => isOn.set(false), TRUST_MS)
    if (next !== isOn.get()) isOn.set(next)
    if (version !== undefined && version !== changes.get()) changes.set(version)
  }
  const tell = (message: Message) => {
    hear(message)
    channel.postMessage(message)
  }
  const onMessage = ({ data }: MessageEvent<Message>) => hear(data)

  const keepStream = async (signal: AbortSignal) => {
    let failures: number[] = []
    while (!signal.aborted) {
      try {
        await read({
          known: changes.get(),
          signal,
          onAlive: () => tell({ isOn: true }),
          onVersion: (version) => tell({ version, isOn: true }),
        })
        await pause(REOPEN_MS * Math.random(), signal)
      } catch {
        if (signal.aborted) return
        tell({ isOn: false })
        const now = Date.now()
        failures = [...failures.filter((at) => now - at < FAILURES.withinMs), now]
        const isHopeless = failures.length >= FAILURES.most
        await pause(isHopeless ? FAILURES.pauseMs : REOPEN_MS * (1 + Math.random()), signal)
      }
    }
  }

  return {
    isOn,
    onChange: changes.subscribe,
    start: () => {
      const ending = new AbortController()
      channel.addEventListener('message', onMessage as EventListener)
      void asOnlyTab(ending.signal, () => keepStream(ending.signal)).catch(() => undefined) // ended while it waited
      return () => {
        ending.abort()
        clearTimeout(distrust)
        channel.removeEventListener('message', onMessage as EventListener)
        isOn.set(false)
        changes.set(undefined)
      }
    },
  }
}
