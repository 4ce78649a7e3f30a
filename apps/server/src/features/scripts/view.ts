import type { Media, Script, ScriptSummary, Speaker } from '@doslovno/contract/scripts.ts'
import { canEdit, type ViewerId } from '@doslovno/domain/access.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { wireText } from '@doslovno/domain/errors.ts'
import { progressOf } from '@doslovno/domain/script/progress.ts'

import type { ProcessRow, ScriptRow, SegmentRow } from '#platform/tables.ts'

import type { ProcessUnderWay, ScriptWithProcess } from './repo.ts'
import type { Found } from './search.ts'

export function summaryView({ script, process }: ScriptWithProcess, viewerId: ViewerId): ScriptSummary {
  return {
    id: script.id,
    fileName: script.fileName,
    fileSize: script.sizeBytes,
    type: script.kind,
    duration: script.durationSeconds,
    uploadAt: script.uploadedAt.toISOString(),
    status: script.status,
    isInspected: script.inspectedAt !== null,
    ...(script.failureCode === null ? {} : { error: wireText(script.failureCode) }),
    ...(process && script.status === 'process' ? { progress: processProgress(process) } : {}),
    public: script.isPublic,
    canEdit: isOwner(script, viewerId),
    isExpired: script.expiredAt !== null,
  }
}

type Whole = ScriptWithProcess & {
  segments: readonly SegmentRow[]
  names: readonly Speaker[]
  media: Media
  /** What the owner could process, where it may be started. */
  availableSeconds: number | undefined
}

/** Visitors of a public file do not learn whose it is. */
export function scriptView({ segments, names, media, availableSeconds, ...found }: Whole, viewerId: ViewerId): Script {
  const { script, process } = found
  return {
    ...summaryView(found, viewerId),
    ...(isOwner(script, viewerId) ? ownersPart(script, process) : {}),
    ...missingMinutes(script, availableSeconds),
    ...(script.processedSeconds === null ? {} : { processedSeconds: script.processedSeconds }),
    ...(script.unheard.length === 0 ? {} : { unheard: script.unheard }),
    ...media,
    speakerNames: [...names],
    language: script.language,
    speakers: new Set(segments.map(({ speaker }) => speaker)).size,
    peaks: script.peaks,
    version: script.textVersion,
    script: segments.map((segment) => segmentView(segment, names)),
  }
}

function segmentView({ startSeconds, endSeconds, text, speaker, words }: SegmentRow, names: readonly Speaker[]) {
  const named = names.find(({ speakerId }) => speakerId === speaker)
  return {
    start: startSeconds,
    end: endSeconds,
    text,
    speaker,
    ...(named ? { speakerName: named.name } : {}),
    words,
  }
}

export function foundView({ matched, ...found }: Found, viewerId: ViewerId): ScriptSummary {
  return { ...summaryView(found, viewerId), ...(matched ? { matched } : {}) }
}

function isOwner({ userId, isPublic }: ScriptRow, viewerId: ViewerId): boolean {
  return canEdit({ userId, public: isPublic }, viewerId)
}

function ownersPart({ userId }: ScriptRow, process: ProcessRow | undefined) {
  return { userId, ...(process ? { processId: process.id, processStatus: process.status } : {}) }
}

function missingMinutes({ durationSeconds }: ScriptRow, availableSeconds: number | undefined) {
  if (availableSeconds === undefined || durationSeconds === null || availableSeconds >= durationSeconds) return {}
  return { availableMinutes: toMinutes(availableSeconds) }
}

function processProgress(process: ProcessUnderWay): number {
  return progressOf({ ...process, isPrepared: process.stage !== 'prepare' })
}
