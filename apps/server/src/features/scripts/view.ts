import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { type Actor, canEdit, linkIdOf } from '@doslovno/domain/access.ts'
import { errorCode, wireText } from '@doslovno/domain/errors.ts'
import type { ProcessStatus } from '@doslovno/domain/script/status.ts'

import type { ScriptRow } from '#platform/tables.ts'

/** The last process of a script, with its percent done and the time it still needs, once known. */
export type LastProcess = { id: string; status: ProcessStatus; progress: number; etaSeconds: number | null }

/** `process`: the last process of the script, if the caller has it. */
export function summaryView(script: ScriptRow, actor: Actor | undefined, process?: LastProcess): ScriptSummary {
  return {
    id: script.userId === actor?.userId ? script.id : linkIdOf(script),
    fileName: script.fileName,
    fileSize: script.sizeBytes,
    type: script.kind,
    duration: script.durationSeconds,
    uploadAt: script.uploadedAt.toISOString(),
    status: script.status,
    isInspected: script.inspectedAt !== null,
    ...(script.failureCode === null
      ? {}
      : { error: wireText(script.failureCode), errorCode: errorCode(script.failureCode) }),
    ...(script.userId === actor?.userId ? ownerFields(script, process) : {}),
    ...(process && script.status === 'process' ? progressFields(process) : {}),
    ...(script.speakers === null ? {} : { speakers: script.speakers }),
    public: script.isPublic,
    canEdit: canEdit(script, actor),
    isExpired: script.expiredAt !== null,
  }
}

function progressFields({ progress, etaSeconds }: LastProcess) {
  return { progress, ...(etaSeconds === null ? {} : { etaSeconds }) }
}

/** Hides the owner of a public script from visitors. */
function ownerFields(
  { userId, processId, folderId, keepUntil, expiredAt, linkId }: ScriptRow,
  process: LastProcess | undefined,
) {
  return {
    userId,
    ...(linkId === null ? {} : { linkId }),
    ...(processId === null ? {} : { processId }),
    ...(process && { processStatus: process.status }),
    ...(folderId === null ? {} : { folderId }),
    ...(expiredAt === null ? { keepUntil: keepUntil.toISOString() } : {}),
  }
}
