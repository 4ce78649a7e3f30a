import { applyOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { EditingApi } from '#features/editing/text/synced-text.ts'
import type { Unsent, UnsentMemory } from '#features/editing/text/unsent.ts'
import { ApiError } from '#lib/http/api-error.ts'

import { refused } from './refusal.ts'

/** What happens to the next edit: it never arrives, or only its answer is lost. */
export type Fault = 'cut' | 'answer lost'

/** An in-memory server for editing: applies operations that fit the version, rejects the rest. */
export function fakeServer(transcript: Transcript) {
  const server = {
    transcript,
    operations: [] as Operation[],
    /** Sizes of the received bodies in bytes. */
    sizes: [] as number[],
    faults: [] as Fault[],
    isDown: false,
    isRefusing: false,
    /** Called when an edit has arrived, before it is applied. */
    onEdit: () => {},
  }
  const version = () => server.operations.length
  const edit = (of: number, operation: Operation) => {
    if (server.isRefusing) throw refused('notFound')
    if (of !== version()) throw refused('editConflict')
    const after = applyOperation(server.transcript, overTheWire(operation))
    if (!after) throw refused('invalidRequest')
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
      return { version: version(), operations: overTheWire(server.operations.slice(after)) as never } // the contract's arrays are mutable
    },
    original: async () => {
      if (server.isDown) throw new ApiError(0, null)
      return overTheWire(transcript.segments) as never // the contract's arrays are mutable
    },
  }
  return Object.assign(server, {
    api,
    /** Edits made by another user. */
    change: (...operations: Operation[]) => operations.map((operation) => edit(version(), operation)),
    texts: () => server.transcript.segments.map(({ text }) => text),
    start: () => ({ version: version(), transcript: overTheWire(server.transcript) }),
  })
}

/** Browser storage with tabs that can be closed: their unsent edits stay. */
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

/** Sentences ten seconds apart, by two speakers in turn. */
export function talk(...sentences: string[]): Transcript {
  return { segments: sentences.map(sentenceAt), speakers: [{ speakerId: 0, name: 'Anna' }] }
}

function sentenceAt(text: string, index: number): Segment {
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, start: index * 10 + at, end: index * 10 + at + 0.9, confidence: 0.9 }))
  return { start: index * 10, end: words.at(-1)?.end ?? 0, text, speaker: index % 2, words }
}

/** A JSON round trip, with keys in the order of a database. */
function overTheWire<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
  }) as T
}
