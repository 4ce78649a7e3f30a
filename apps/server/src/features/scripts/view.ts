import type { Script, ScriptSummary } from '@doslovno/contract/scripts.ts'
import { canEdit, type ViewerId } from '@doslovno/domain/access.ts'
import { progressOf } from '@doslovno/domain/script/progress.ts'

import type { ProcessRow, ScriptRow, SegmentRow } from '#platform/tables.ts'

import type { ScriptWithProcess } from './repo.ts'

export function summaryView({ script, process }: ScriptWithProcess, viewerId: ViewerId): ScriptSummary {
  return {
    id: script.id,
    fileName: script.fileName,
    fileSize: script.sizeBytes,
    type: script.kind,
    duration: script.durationSeconds,
    uploadAt: script.uploadedAt.toISOString(),
    status: script.status,
    ...(process && script.status === 'process' ? { progress: processProgress(process) } : {}),
    public: script.isPublic,
    canEdit: isOwner(script, viewerId),
  }
}

type Whole = ScriptWithProcess & { segments: readonly SegmentRow[]; fileSrc: string | null }

/** Visitors of a public file do not learn whose it is. */
export function scriptView({ segments, fileSrc, ...found }: Whole, viewerId: ViewerId): Script {
  const { script, process } = found
  return {
    ...summaryView(found, viewerId),
    ...(isOwner(script, viewerId) ? ownersPart(script, process) : {}),
    fileSrc,
    language: script.language,
    speakers: new Set(segments.map(({ speaker }) => speaker)).size,
    peaks: script.peaks,
    script: segments.map(({ startSeconds, endSeconds, text, speaker, words }) => ({
      start: startSeconds,
      end: endSeconds,
      text,
      speaker,
      words,
    })),
  }
}

function isOwner({ userId, isPublic }: ScriptRow, viewerId: ViewerId): boolean {
  return canEdit({ userId, public: isPublic }, viewerId)
}

function ownersPart({ userId }: ScriptRow, process: ProcessRow | undefined) {
  return { userId, ...(process ? { processId: process.id, processStatus: process.status } : {}) }
}

function processProgress(process: ProcessRow): number {
  return progressOf({ ...process, isPrepared: process.stage !== 'prepare' })
}
