import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'
import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import { vacuum } from '@doslovno/server/test/backends.ts'
import { addPeople } from '@doslovno/server/test/polling/people.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createSpeech } from '#lab/bench/library-speech.ts'

import type { Page, Scene } from './crowd.ts'
import { ASSUMED } from './mix.ts'
import { startFile, type Moving } from './workers.ts'

/** Those who read, edit and search: enough that edits of one text seldom meet. */
const READERS = 100
const SEGMENT_SECONDS = 6
export const TEXT_SECONDS = 3600
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
