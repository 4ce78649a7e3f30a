import type { Media, Script, ScriptSummary, Speaker } from '@doslovno/contract/scripts.ts'
import { type Actor, canEdit } from '@doslovno/domain/access.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { canStart } from '@doslovno/domain/script/status.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Context } from '#context.ts'
import { balanceOf } from '#features/billing/index.ts'
import { type LastProcess, summaryView } from '#features/scripts/index.ts'
import { progressOf } from '#features/transcription/index.ts'
import type { StoredSegment } from '#features/transcripts/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

import type { Found } from './search-repo.ts'

type List = { data: ScriptSummary[]; changesAt: Date | undefined }

/** Scripts as lists show them; `changesAt`: when the minutes for those that wait for a start change by themselves. */
export async function listView(ctx: Context, actor: Actor, scripts: readonly Found[]): Promise<List> {
  const processIds = scripts.flatMap(({ processId }) => processId ?? [])
  const [processes, available] = await Promise.all([
    progressOf(ctx.db, processIds, ctx.now()),
    balanceForStart(ctx, actor, scripts),
  ])
  const data = scripts.map((script) => ({
    ...summaryView(script, actor, processes.get(script.processId ?? '')),
    ...missingMinutes(script, available?.seconds),
    ...(script.firstLine === null ? {} : { firstLine: script.firstLine }),
    ...(script.matched ? { matched: script.matched } : {}),
  }))
  return { data, changesAt: available?.changesAt }
}

type Page = {
  script: ScriptRow
  process: LastProcess | undefined
  names: readonly Speaker[]
  media: Media
  availableSeconds: number | undefined
  summaries: Pick<Script, 'scriptSummary' | 'summaryBlocks'>
}

/** The page of a file without its text. */
export function scriptView(page: Page, actor: Actor | undefined): Script {
  const { script, process, names, media, availableSeconds, summaries } = page
  return {
    ...summaryView(script, actor, process),
    ...missingMinutes(script, availableSeconds),
    ...(script.processedSeconds === null ? {} : { processedSeconds: script.processedSeconds }),
    ...(script.unheard.length === 0 ? {} : { unheard: script.unheard }),
    ...media,
    speakerNames: [...names],
    language: script.language,
    speakers: script.speakers ?? 0,
    peaks: script.peaks,
    version: script.textVersion,
    script: [],
    flaws: script.flaws,
    ...summaries,
  }
}

/**
 * The page of a file as JSON. Words are sent as they are stored, to visitors without the marks of the vocabulary. The
 * text comes last, a segment per line, so that a browser can parse it in parts.
 */
export function scriptJson(page: Script, stored: readonly StoredSegment[], isOwn: boolean): string {
  const segments = isOwn ? stored : stored.map((segment) => ({ ...segment, words: withoutMarks(segment.words) }))
  const lines = segments.map((segment) => segmentJson(segment, page.speakerNames))
  return `${JSON.stringify({ ...page, script: undefined }).slice(0, -1)},"script":[\n${lines.join(',\n')}\n]}`
}

function segmentJson({ words, ...segment }: StoredSegment, names: readonly Speaker[]): string {
  const named = names.find(({ speakerId }) => speakerId === segment.speaker)
  const spoken = JSON.stringify({ ...segment, ...(named ? { speakerName: named.name } : {}) })
  return `${spoken.slice(0, -1)},"words":${words}}`
}

function withoutMarks(words: string): string {
  if (!/"(?:heard|maybe)"/u.test(words)) return words
  // The words of a segment are stored by the contract.
  const marked = JSON.parse(words) as Word[]
  return JSON.stringify(marked.map(({ text, start, end, confidence }) => ({ text, start, end, confidence })))
}

/** The balance, if it decides whether one of these scripts of the actor can be started; otherwise undefined. */
export async function balanceForStart(
  { db, now }: Context,
  actor: Actor | undefined,
  scripts: readonly ScriptRow[],
): Promise<{ seconds: number; changesAt: Date } | undefined> {
  const isNeeded = scripts.some((script) => canEdit(script, actor) && isStartable(script))
  if (!actor || !isNeeded) return undefined
  const { planSeconds, extraSeconds, changesAt } = await balanceOf(db, actor.userId, now())
  return { seconds: planSeconds + extraSeconds, changesAt }
}

function missingMinutes(script: ScriptRow, availableSeconds: number | undefined) {
  if (availableSeconds === undefined || !isStartable(script)) return {}
  return availableSeconds < script.durationSeconds ? { availableMinutes: toMinutes(availableSeconds) } : {}
}

function isStartable(script: ScriptRow): script is ScriptRow & { durationSeconds: number } {
  return canStart(script.status) && script.durationSeconds !== null
}
