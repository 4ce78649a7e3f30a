import { applyOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { errors } from '@doslovno/domain/errors.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import { ApiError } from '#lib/http/api-error.ts'

import type { EditingApi } from './synced-text.ts'
import type { Unsent, UnsentMemory } from './unsent.ts'

/** What happens to the next edit: it never arrives, or it does and its answer is lost. */
export type Fault = 'cut' | 'answer lost'

type Conflicting = 'editConflict' | 'invalidRequest' | 'notFound'

/** The server's half of editing in memory: it applies what fits the version, keeps every operation, refuses the rest. */
export function fakeServer(transcript: Transcript) {
  const server = {
    transcript,
    operations: [] as Operation[],
    /** What arrived, in bytes of each body. */
    sizes: [] as number[],
    faults: [] as Fault[],
    isDown: false,
    isRefusing: false,
    /** Called when an edit has arrived, before it is looked at. */
    onEdit: () => {},
  }
  const version = () => server.operations.length
  const edit = (of: number, operation: Operation) => {
    if (server.isRefusing) throw refusal('notFound')
    if (of !== version()) throw refusal('editConflict')
    const after = applyOperation(server.transcript, overTheWire(operation))
    if (!after) throw refusal('invalidRequest')
    server.transcript = overTheWire(after)
    server.operations.push(overTheWire(operation))
    return { version: version() }
  }
  const api: EditingApi = {
    edit: async (of, operation) => {
      const fault = server.faults.shift()
      if (server.isDown || fault === 'cut') throw new ApiError(0, null)
      server.sizes.push(new TextEncoder().encode(JSON.stringify({ version: of, operation })).length)
      server.onEdit()
      const reply = edit(of, operation)
      if (fault === 'answer lost') throw new ApiError(0, null)
      return reply
    },
    listEdits: async (after) => {
      if (server.isDown) throw new ApiError(0, null)
      return { version: version(), operations: overTheWire(server.operations.slice(after)) as never } // the contract's arrays may be written to
    },
    original: async () => {
      if (server.isDown) throw new ApiError(0, null)
      return overTheWire(transcript.segments) as never // as above
    },
  }
  return Object.assign(server, {
    api,
    /** Somebody else changes the text by a call of their own. */
    change: (...operations: Operation[]) => operations.map((operation) => edit(version(), operation)),
    texts: () => server.transcript.segments.map(({ text }) => text),
    start: () => ({ version: version(), transcript: overTheWire(server.transcript) }),
  })
}

/** Storage of a browser with tabs that can be closed: what they have not sent stays. */
export function fakeMemory() {
  const left = new Map<string, Unsent>()
  const open = new Set<string>()
  return {
    left,
    tab: (name: string): UnsentMemory & { closeTab: () => void } => {
      open.add(name)
      return {
        keep: (unsent) => {
          if (!open.has(name)) return
          if (unsent) left.set(name, overTheWire(unsent))
          else left.delete(name)
        },
        takeOver: async (adopt) => {
          for (const [key, unsent] of [...left].filter(([tab]) => !open.has(tab))) {
            await adopt(unsent)
            left.delete(key)
          }
        },
        closeTab: () => open.delete(name),
      }
    },
  }
}

/** Sentences ten seconds apart, said by two in turn. */
export function talk(...sentences: string[]): Transcript {
  return { segments: sentences.map(sentenceAt), speakers: [{ speakerId: 0, name: 'Anna' }] }
}

function sentenceAt(text: string, index: number): Segment {
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, start: index * 10 + at, end: index * 10 + at + 0.9, confidence: 0.9 }))
  return { start: index * 10, end: words.at(-1)?.end ?? 0, text, speaker: index % 2, words }
}

function refusal(code: Conflicting): ApiError {
  const { status, message } = errors[code]
  return new ApiError(status, { error: message, code, message })
}

/** As JSON goes and comes, in the order of keys that a database likes. */
function overTheWire<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
  }) as T
}
