import { readFile } from 'node:fs/promises'

import type { Actor } from '@doslovno/domain/access.ts'
import type { UnheardSpan } from '@doslovno/domain/process/unheard.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Context, SpeechContext } from '#context.ts'
import {
  lockOwnScript,
  lockScript,
  originalKey,
  playbackKey,
  scriptById,
  setFlaw,
  updateScript,
} from '#features/scripts/index.ts'
import { addHeard } from '#features/transcripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { save, withWorkFolder } from '#platform/process/work-folder.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { hearAgain } from './jobs.ts'

/** `start` names a span: no two begin together. */
type Place = { scriptId: string; start: number }

/** A word at the border of a span may begin before it. */
const MARGIN_SECONDS = 0.3

/** Orders another hearing of an unheard span, once. */
export async function askAgain(ctx: Context, actor: Actor, { scriptId, start }: Place): Promise<void> {
  await ctx.rateLimits.spend('hearAgainByUser', actor.userId)
  await ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    const span = spanAt(script, start)
    if (!isCompleted(script.status) || script.expiredAt || !span) throw new AppError('notFound')
    if (span.again) return
    await replaceSpan(tx, script, span, { ...span, again: 'asked' })
    await ctx.jobs.enqueue(tx, hearAgain, [{ scriptId, start }])
  })
}

/** Hears a span as it is, then without noise, and adds its words to the text. */
export async function hearSpanAgain(ctx: SpeechContext, place: Place, signal: AbortSignal): Promise<void> {
  const script = await scriptById(ctx.db, place.scriptId)
  const span = script && askedSpan(script, place)
  if (!span) return
  const words = await hearSpan(ctx, script, span, signal)
  await ctx.db.transaction().execute(async (tx) => {
    const current = await lockScript(tx, place.scriptId)
    if (!current || !askedSpan(current, place)) return
    if (words.length === 0) return replaceSpan(tx, current, span, { ...span, again: 'nothing' })
    await addHeard(ctx, tx, current, words)
    await replaceSpan(tx, current, span)
  })
}

/** The owner is told that it gave nothing. */
export async function giveUpSpan(ctx: Context, place: Place): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const script = await lockScript(tx, place.scriptId)
    const span = script && askedSpan(script, place)
    if (span) await replaceSpan(tx, script, span, { ...span, again: 'nothing' })
  })
}

async function hearSpan(
  ctx: SpeechContext,
  script: ScriptRow,
  span: UnheardSpan,
  signal: AbortSignal,
): Promise<Word[]> {
  const start = Math.max(0, span.start - MARGIN_SECONDS)
  const key = script.hasPlayback ? playbackKey(script.id) : originalKey(script.id)
  return withWorkFolder(ctx.config.workDir, async (folder) => {
    const recording = await save(await ctx.storage.read(key, signal), folder, signal, await ctx.storage.sizeOf(key))
    const seconds = span.end + MARGIN_SECONDS - start
    const pcm = await readFile(await ctx.media.decode(recording, folder, { start, seconds }, signal))
    for (const isNoisy of [false, true]) {
      const { words } = await ctx.speech.recognise(pcm, { language: script.language ?? 'ru', isNoisy }, signal)
      const placed = words.map((word) => ({ ...word, start: word.start + start, end: word.end + start }))
      const inside = placed.filter((word) => word.end > span.start && word.start < span.end)
      if (inside.length > 0) return inside
    }
    return []
  })
}

const spanAt = ({ unheard }: ScriptRow, start: number) => unheard.find((span) => span.start === start)

function askedSpan(script: ScriptRow, { start }: Place): UnheardSpan | undefined {
  const span = spanAt(script, start)
  return span?.again === 'asked' && isCompleted(script.status) && !script.expiredAt ? span : undefined
}

async function replaceSpan(tx: Tx, script: ScriptRow, span: UnheardSpan, by?: UnheardSpan): Promise<void> {
  const unheard = script.unheard.flatMap((one) => (one.start === span.start ? (by ?? []) : one))
  await updateScript(tx, script.id, { unheard })
  if (unheard.length === 0) await setFlaw(tx, script.id, 'partUnheard', false)
}
