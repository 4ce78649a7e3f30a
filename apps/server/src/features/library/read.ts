import { createHash } from 'node:crypto'

import { getReading, getScript } from '@doslovno/contract/scripts.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { minutesPerHourOf } from '@doslovno/domain/process/progress.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { packTimes, wordsByText } from '@doslovno/domain/transcript/spread-words.ts'

import type { Context } from '#context.ts'
import { mediaOf, ownScript, readableRevision } from '#features/scripts/index.ts'
import { summariesOf, summaryBasis } from '#features/summaries/index.ts'
import { findProcess, lastFinished, progressOf } from '#features/transcription/index.ts'
import { listSegments, recentNames, speakerNames, storedSegments } from '#features/transcripts/index.ts'
import type { LongReply } from '#platform/http/long-reply.ts'

import { balanceForStart, scriptJson, scriptView } from './view.ts'

/** Everything the page of a file shows. The text is read only when the reply is built. */
export async function readScript(ctx: Context, asked: string, actor: Actor | undefined): Promise<LongReply> {
  const { db, now } = ctx
  const { revision, ...script } = await readableRevision(db, asked, actor)
  const { id } = script
  const [processes, available, basis] = await Promise.all([
    progressOf(db, script.processId ? [script.processId] : [], now()),
    balanceForStart(ctx, actor, [script]),
    summaryBasis(ctx, script, actor),
  ])
  const process = processes.get(script.processId ?? '')
  const hasText = isCompleted(script.status)
  const isOwn = script.userId === actor?.userId
  const repeatedSeconds = hasText ? repeatSeconds(ctx) : 0

  const build = async () => {
    const [segments, names, media] = await Promise.all([
      hasText ? storedSegments(db, id) : [],
      speakerNames(db, id),
      mediaOf(ctx, script),
    ])
    const summaries = await summariesOf(ctx, { script, sentences: segments }, basis, actor)
    const lasting = { ...media, srcSeconds: media.srcSeconds - repeatedSeconds }
    const page = { script, process, names, media: lasting, availableSeconds: available?.seconds, summaries }
    return scriptJson(getScript.reply.parse(scriptView(page, actor)), segments, isOwn)
  }
  // Before there is a text, the progress and the minutes left move with time.
  if (!hasText) return { build }
  const version = versionOf({ revision, processStatus: process?.status, isOwn, basis })
  return { state: { subject: id, version, until: new Date(now().getTime() + repeatedSeconds * 1000) }, build }
}

const LONGEST_SECONDS = 300

/**
 * For how long a reply may be repeated: by 304, or to another caller. It carries signed URLs, so it promises only the
 * rest of their life.
 */
export function repeatSeconds({ config }: Context): number {
  return Math.min(LONGEST_SECONDS, Math.floor(config.mediaUrlSeconds / 2))
}

/** Changes whenever anything does that a finished file's page is made of, except the signatures of its URLs. */
export function versionOf(madeOf: object): string {
  return createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url').slice(0, 22)
}

/** Names for the speakers of a file: those that its owner gave for its processing, then those of recent files. */
export async function suggestNames({ db }: Context, scriptId: string, actor: Actor): Promise<string[]> {
  const script = await ownScript(db, scriptId, actor, 'read')
  const process = script.processId === null ? undefined : await findProcess(db, script.processId)
  const given = process?.vocabulary?.asked?.names ?? []
  return [...new Set([...given, ...(await recentNames(db, script))])]
}

/** Minutes per hour of recording in recent files of this installation; nothing before its first one. */
export async function recentSpeed({ db }: Context): Promise<{ minutesPerHour?: number }> {
  const minutesPerHour = minutesPerHourOf(await lastFinished(db))
  return minutesPerHour === undefined ? {} : { minutesPerHour }
}

/** Reads only the fields that play a text: a tenth of the bytes of `readScript`. */
export async function readText(ctx: Context, asked: string, actor: Actor | undefined): Promise<LongReply> {
  const { revision, ...script } = await readableRevision(ctx.db, asked, actor)
  const { id } = script
  const hasText = isCompleted(script.status)
  const repeatedSeconds = hasText ? repeatSeconds(ctx) : 0

  const build = async () => {
    const [segments, names, media] = await Promise.all([
      hasText ? listSegments(ctx.db, id) : [],
      speakerNames(ctx.db, id),
      mediaOf(ctx, script),
    ])
    const spoken = segments.map((segment) => ({ ...segment, words: wordsByText(segment) }))
    const reading = {
      type: script.kind,
      duration: script.durationSeconds,
      ...media,
      srcSeconds: media.srcSeconds - repeatedSeconds,
      speakerNames: names,
      paragraphs: toParagraphs(spoken).map(({ words, ...paragraph }) => ({ ...paragraph, times: packTimes(words) })),
      unheard: script.unheard,
    }
    return JSON.stringify(getReading.reply.parse(reading))
  }
  if (!hasText) return { build }
  const until = new Date(ctx.now().getTime() + repeatedSeconds * 1000)
  return { state: { subject: `reading-${id}`, version: versionOf({ revision }), until }, build }
}
