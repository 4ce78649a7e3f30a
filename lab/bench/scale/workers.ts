import { randomUUID } from 'node:crypto'

import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { insertScript, updateScript } from '@doslovno/server/features/scripts/index.ts'
import { completeProcess, insertProcess } from '@doslovno/server/features/transcription/process-repo.ts'
import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import type { Db } from '@doslovno/server/platform/db.ts'

import type { Rates } from './mix.ts'
import { createTally } from './tally.ts'

/** A file in progress. */
export type Moving = { userId: string; scriptId: string; processId: string }

const OPTIONS = { mediaType: 'other', speakersCount: -2, language: 'ru', badQuality: false, templateId: null } as const
const TICK_MS = 10
const YEAR_MS = 365 * 24 * 3600 * 1000

export async function startFile(db: Db, userId: string, secondsTotal: number): Promise<Moving> {
  const [scriptId, processId, now] = [randomUUID(), randomUUID(), new Date()]
  await db.transaction().execute(async (tx) => {
    const file = { fileName: 'talk.mp3', sizeBytes: 1000, kind: 'audio', contentType: 'audio/mpeg' } as const
    const keepUntil = new Date(now.getTime() + YEAR_MS)
    await insertScript(tx, { id: scriptId, userId, ...file, uploadedAt: now, keepUntil })
    await insertProcess(tx, { id: processId, scriptId, userId, isPaid: false, isForced: false, secondsTotal, ...OPTIONS }) // prettier-ignore
    await updateScript(tx, scriptId, { status: 'process', processId, inspectedAt: now, durationSeconds: secondsTotal })
  })
  return { userId, scriptId, processId }
}

/** Writes what workers write: pieces that are done, and finished files with their texts. Recognises nothing. */
export class Workers {
  readonly tally = createTally()
  readonly #db: Db
  readonly #moving: Moving[]
  readonly #text: readonly Segment[]
  readonly #timer: NodeJS.Timeout
  #rates: Rates = {}
  #due = { task: 0, finish: 0 }
  #lastAt = performance.now()

  constructor(db: Db, moving: readonly Moving[], text: readonly Segment[]) {
    this.#db = db
    this.#moving = [...moving]
    this.#text = text
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  setRates(rates: Rates): void {
    this.#rates = rates
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    const seconds = (now - this.#lastAt) / 1000
    this.#lastAt = now
    for (const kind of ['task', 'finish'] as const) {
      this.#due[kind] += (this.#rates[kind] ?? 0) * seconds
      for (; this.#due[kind] >= 1; this.#due[kind]--) void this.#write(kind)
    }
  }

  async #write(kind: 'task' | 'finish'): Promise<void> {
    const startedAt = performance.now()
    // Taken out, so that nobody else writes to the same file; with all of them taken the write is left out.
    const moving = this.#moving.shift()
    if (!moving) return this.tally.failed(kind)
    try {
      this.#moving.push(kind === 'task' ? await this.#doTask(moving) : await this.#finish(moving))
      this.tally.answered(kind, performance.now() - startedAt, 0)
    } catch {
      this.#moving.push(moving)
      this.tally.failed(kind)
    }
  }

  async #doTask(moving: Moving): Promise<Moving> {
    await this.#db
      .updateTable('processes')
      .set((row) => ({ costDone: row('costDone', '+', 1) }))
      .where('id', '=', moving.processId)
      .execute()
    return moving
  }

  /** The person's next file begins. */
  async #finish({ userId, scriptId, processId }: Moving): Promise<Moving> {
    await this.#db.transaction().execute(async (tx) => {
      await completeProcess(tx, processId, new Date(), null)
      await saveTranscript(tx, { scriptId, userId }, this.#text)
      await updateScript(tx, scriptId, { status: 'complete' })
    })
    return startFile(this.#db, userId, this.#text.at(-1)?.end ?? 0)
  }
}
