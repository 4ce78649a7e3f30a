import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { toSegments } from '@doslovno/domain/transcript/segments.ts'

import { noteShown } from '#features/billing/index.ts'
import type { LastProcess } from '#features/scripts/index.ts'
import type { Db } from '#platform/db.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { processesAndOpenTasks, wordsFrom, resultsOf } from './tasks/repo.ts'
import type { DiariseResult } from './tasks/run.ts'
import { processView } from './view.ts'

/** Processes by their ids, each with its percent done and the time it still needs. */
export async function progressOf(db: Db, ids: readonly string[], now: Date): Promise<Map<string, LastProcess>> {
  const processes = await processesAndOpenTasks(db, ids)
  return new Map(
    processes.map((running) => {
      const { id } = running.process
      const { status, progress, etaSeconds } = processView(running, now)
      return [id, { id, status, progress, etaSeconds }]
    }),
  )
}

/** Chunks of one reply, some 40 minutes: those of twelve hours take the event loop for as long as ten opened texts. */
const MOST_CHUNKS = 50

/**
 * The text of chunks from `from` on, up to the first chunk that is not recognised yet or as many as fit a reply, and all
 * turns known so far.
 */
export async function readDraft(db: Db, process: ProcessRow, from: number) {
  const chunks = await wordsFrom(db, process.id, from, MOST_CHUNKS)
  const whole = chunks.filter(({ index }, position) => index === from + position)
  const shown = (await mayShow(db, process, whole)) ? whole : []
  const words = shown.flatMap((chunk) => chunk.words)
  const { turns } = await knownTurns(db, process)
  return {
    data: toSegments(words, 0).map(({ start, end, text }) => ({ start, end, text })),
    next: from + shown.length,
    hasMore: shown.length === MOST_CHUNKS,
    turns: turns.map(({ start, end, speaker }) => ({ start: inHundredths(start), end: inHundredths(end), speaker })),
  }
}

/** Notes how far the text is shown before it is, so that a cancel at the same moment returns no minutes for it. */
async function mayShow(db: Db, process: ProcessRow, chunks: readonly { endSeconds: number }[]): Promise<boolean> {
  const last = chunks.at(-1)
  return !last || noteShown(db, process.id, Math.ceil(last.endSeconds))
}

/** Turns are sent whole with every change, so they are kept short. */
function inHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}

type Hints = Pick<ProcessRow, 'id' | 'speakersCount' | 'mediaType'>

/** `isWhole`: every window was diarised. */
type KnownTurns = { turns: Turn[]; isWhole: boolean }

/** Turns of the windows diarised so far, with the speakers of the whole recording. */
export async function knownTurns(db: Db, { id, speakersCount, mediaType }: Hints): Promise<KnownTurns> {
  const windows = await resultsOf(db, id, 'diarise')
  // An ended process keeps its tasks without their results.
  const diarised = windows.flatMap(({ state, startSeconds, result }) =>
    state === 'done' && result !== null ? [{ ...(result as DiariseResult), startSeconds }] : [],
  )
  const isWhole = diarised.length === windows.length
  const threshold = diarised[0]?.voicesThreshold
  if (threshold === undefined) return { turns: [], isWhole }
  return { turns: joinWindows(diarised, { threshold, speakers: speakersCount, mediaType }), isWhole }
}
