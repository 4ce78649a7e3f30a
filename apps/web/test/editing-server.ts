import { applyOperation, invertOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { type EditSource, type Stacked, stackedSteps, type Tops, topsAfter } from '@doslovno/domain/history/versions.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { EditingApi, Stamp } from '#features/editing/text/synced-text.ts'
import type { Unsent, UnsentMemory } from '#features/editing/text/unsent.ts'
import { ApiError } from '#lib/http/api-error.ts'

import { refused } from './refusal.ts'

/** The next edit never arrives, or only its answer is lost. */
export type Fault = 'cut' | 'answer lost'

type LogRow = Tops & { version: number; inverse: Operation; step: string | null; source: EditSource | null }

/** The log of a text with its undo and redo stacks. */
function fakeLog() {
  const rows: (LogRow & { name: string | null; editedAt: string })[] = []
  const topsAt = (version: number): Tops => rows[version - 1] ?? { undoTop: null, redoTop: null }
  const stacked = (side: keyof Tops, version: number | null): (Stacked & LogRow)[] => {
    const row = version === null ? undefined : rows[version - 1]
    if (!row) return []
    const below = topsAt(row.version - 1)[side]
    return [{ ...row, below }, ...stacked(side, below)]
  }
  const stack = (side: keyof Tops) => stacked(side, topsAt(rows.length)[side])
  return {
    steps: () => ({
      undo: stackedSteps(stack('undoTop')).toReversed(),
      redo: stackedSteps(stack('redoTop')).toReversed(),
    }),
    /** The edits before a version, newest first. */
    before: (version: number) => rows.filter((row) => row.version < version).toReversed(),
    name: (version: number, name: string) => {
      const row = rows[version - 1]
      if (row) row.name = name === '' ? null : name
      return { name: row?.name ?? null }
    },
    /** Each edit comes an hour after the one before. */
    add: (operation: Operation, inverse: Operation, { step = null, source = null }: LogStamp) => {
      const version = rows.length + 1
      const tops = topsAfter({ undo: stack('undoTop')[0], redo: stack('redoTop')[0] }, version, { operation, source })
      const editedAt = new Date(Date.UTC(2026, 10, 15, 9) + version * 3_600_000).toISOString()
      rows.push({ version, inverse, step, source, name: null, editedAt, ...tops })
    },
  }
}

type LogStamp = { step?: string | null | undefined; source?: EditSource | null | undefined }

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
  const log = fakeLog()
  const version = () => server.operations.length
  const edit = (of: number, operation: Operation, stamp: Stamp = {}) => {
    if (server.isRefusing) throw refused('notFound')
    if (of !== version()) throw refused('editConflict')
    const after = applyOperation(server.transcript, overTheWire(operation))
    const inverse = invertOperation(operation, server.transcript)
    if (!after || !inverse) throw refused('invalidRequest')
    log.add(overTheWire(operation), overTheWire(inverse), stamp)
    server.transcript = overTheWire(after)
    server.operations.push(overTheWire(operation))
    return { version: version() }
  }
  const api: EditingApi = {
    edit: async (of, operation, stamp) => {
      const fault = server.faults.shift()
      if (server.isDown || fault === 'cut') throw new ApiError(0, null)
      server.sizes.push(new TextEncoder().encode(JSON.stringify({ version: of, operation })).length)
      server.onEdit()
      const reply = edit(of, operation, stamp)
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
    listUndo: async () => {
      if (server.isDown) throw new ApiError(0, null)
      return overTheWire({ version: version(), ...log.steps() }) as never // as above
    },
  }
  return Object.assign(server, {
    api,
    history: async (before: number) => {
      if (server.isRefusing) throw refused('notFound')
      return { edits: overTheWire(log.before(before)) }
    },
    nameVersion: log.name,
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
