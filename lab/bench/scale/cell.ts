import { randomUUID } from 'node:crypto'

import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'
import { insertScript, updateScript } from '@doslovno/server/features/scripts/index.ts'
import { completeProcess, insertProcess } from '@doslovno/server/features/transcription/process-repo.ts'
import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import type { Db } from '@doslovno/server/platform/db.ts'
import { vacuum } from '@doslovno/server/test/backends.ts'
import { addPeople } from '@doslovno/server/test/polling/people.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createSpeech } from '#lab/bench/made-speech.ts'

import type { Page, Scene } from './crowd.ts'
import { ASSUMED, type Rates } from './mix.ts'
import { createTally } from './tally.ts'

/** A file in progress. */
type Moving = { userId: string; scriptId: string; processId: string }

const OPTIONS = { mediaType: 'other', speakersCount: -2, language: 'ru', badQuality: false, templateId: null } as const
const TICK_MS = 10
const YEAR_MS = 365 * 24 * 3600 * 1000

async function startFile(db: Db, userId: string, secondsTotal: number): Promise<Moving> {
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

/** Those who read, edit and search: enough that edits of one text seldom meet. */
const READERS = 100
const SEGMENT_SECONDS = 6
const TEXT_SECONDS = 3600
const WORDS = 300
/** Tokens must outlive the longest run. */
const RUN_MS = 45 * 60_000

export type Cell = { scene: Omit<Scene, 'port'>; moving: Moving[]; text: Segment[] }

/** People with sessions and files; some with the text of an hour, some with a file in progress. */
export async function fillCell(test: TestApp, people: number): Promise<Cell> {
  const speech = createSpeech()
  const text = hourOf(speech.sentence)
  const crowd = await addPeople(test, people)
  const count = Math.max(1, Math.round((ASSUMED.processSeconds / ASSUMED.fileEverySeconds / ASSUMED.filesPer) * people))
  const moving: Moving[] = []
  for (const { userId } of crowd.slice(0, count)) moving.push(await startFile(test.ctx.db, userId, TEXT_SECONDS))
  const tokens = await longTokens(test)
  const pages: Page[] = crowd.map(({ userId }) => ({ token: tokens.get(userId) ?? '' }))
  for (const [index, { userId }] of crowd.slice(count, count + READERS).entries()) {
    const scriptId = await addText(test, userId, text)
    pages[count + index] = { token: tokens.get(userId) ?? '', text: { scriptId, segments: text.length } }
  }
  await vacuum(test.ctx.db)
  const sentences = Array.from({ length: WORDS }, speech.sentence)
  return { scene: { pages, moving: count, words: speech.rareWords(WORDS), sentences }, moving, text }
}

function hourOf(sentence: () => string): Segment[] {
  return Array.from({ length: TEXT_SECONDS / SEGMENT_SECONDS }, (_, index) => {
    const [start, text] = [index * SEGMENT_SECONDS, sentence()]
    const span = { start, end: start + SEGMENT_SECONDS }
    return { ...span, text, speaker: index % 2, words: spreadWords(text.split(' '), span) }
  })
}

async function addText({ ctx }: TestApp, userId: string, text: readonly Segment[]): Promise<string> {
  const { id } = await ctx.db
    .selectFrom('scripts')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'complete')
    .limit(1)
    .executeTakeFirstOrThrow()
  await ctx.db.updateTable('scripts').set({ durationSeconds: TEXT_SECONDS }).where('id', '=', id).execute()
  await ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId: id, userId }, text))
  return id
}

async function longTokens({ ctx }: TestApp): Promise<Map<string, string>> {
  const sessions = await ctx.db.selectFrom('sessions').select(['id as sessionId', 'userId']).execute()
  const issuedAt = new Date(Date.now() + RUN_MS)
  const signed = sessions.map(async (claims) => [claims.userId, await ctx.tokens.signAccess(claims, issuedAt)] as const)
  return new Map(await Promise.all(signed))
}
