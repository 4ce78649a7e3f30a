import type { Media, Script, ScriptSummary, Speaker } from '@doslovno/contract/scripts.ts'
import { type Actor, canEdit } from '@doslovno/domain/access.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { canStart } from '@doslovno/domain/script/status.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { Context } from '#context.ts'
import { availableSecondsOf } from '#features/billing/index.ts'
import { type LastProcess, summaryView } from '#features/scripts/index.ts'
import { progressOf } from '#features/transcription/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

import type { Found } from './search-repo.ts'

/** Scripts as lists show them. */
export async function listView(ctx: Context, actor: Actor, scripts: readonly Found[]): Promise<ScriptSummary[]> {
  const processIds = scripts.flatMap(({ processId }) => processId ?? [])
  const [processes, availableSeconds] = await Promise.all([
    progressOf(ctx.db, processIds, ctx.now()),
    secondsForStart(ctx, actor, scripts),
  ])
  return scripts.map((script) => ({
    ...summaryView(script, actor, processes.get(script.processId ?? '')),
    ...missingMinutes(script, availableSeconds),
    ...(script.matched ? { matched: script.matched } : {}),
  }))
}

type Page = {
  script: ScriptRow
  process: LastProcess | undefined
  segments: readonly Segment[]
  names: readonly Speaker[]
  media: Media
  availableSeconds: number | undefined
  summaries: Pick<Script, 'scriptSummary' | 'summaryBlocks'>
}

export function scriptView(page: Page, actor: Actor | undefined): Script {
  const { script, process, segments, names, media, availableSeconds, summaries } = page
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
    script: segments.map((segment) => segmentView(segment, names)),
    flaws: script.flaws,
    ...summaries,
  }
}

function segmentView({ words, ...segment }: Segment, names: readonly Speaker[]) {
  const named = names.find(({ speakerId }) => speakerId === segment.speaker)
  return { ...segment, ...(named ? { speakerName: named.name } : {}), words: [...words] }
}

/** The balance, if it decides whether one of these scripts of the actor can be started; otherwise undefined. */
export async function secondsForStart(
  { db, now }: Context,
  actor: Actor | undefined,
  scripts: readonly ScriptRow[],
): Promise<number | undefined> {
  const isNeeded = scripts.some((script) => canEdit(script, actor) && isStartable(script))
  return actor && isNeeded ? availableSecondsOf(db, actor.userId, now()) : undefined
}

function missingMinutes(script: ScriptRow, availableSeconds: number | undefined) {
  if (availableSeconds === undefined || !isStartable(script)) return {}
  return availableSeconds < script.durationSeconds ? { availableMinutes: toMinutes(availableSeconds) } : {}
}

function isStartable(script: ScriptRow): script is ScriptRow & { durationSeconds: number } {
  return canStart(script.status) && script.durationSeconds !== null
}
