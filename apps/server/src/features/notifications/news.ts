import { errorCode, type ErrorCode } from '@doslovno/domain/errors.ts'

import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import { findProcess } from '#features/transcription/index.ts'
import { userById } from '#features/users/index.ts'
import type { ScriptRow, UserRow } from '#platform/tables.ts'

import { type Settings, settingsOf } from './repo.ts'

/** `failure`: why the process failed. */
export type News = { script: ScriptRow; owner: UserRow; settings: Settings; failure: ErrorCode | undefined }

/** Undefined if there is nothing to tell any more: the file is gone or processed again, or its owner is leaving. */
export async function newsOf(
  { db }: Context,
  { scriptId, processId }: { scriptId: string; processId: string },
): Promise<News | undefined> {
  const script = await scriptById(db, scriptId)
  if (!script || script.expiredAt || script.processId !== processId) return undefined
  const [process, owner] = await Promise.all([findProcess(db, processId), userById(db, script.userId)])
  // A process that was cancelled ends without news.
  if (!process || process.status === 'processing' || process.errorCode === 'cancelled') return undefined
  if (!owner || owner.deletionRequestedAt) return undefined
  const failure = process.status === 'error' ? errorCode(process.errorCode ?? '') : undefined
  return { script, owner, settings: await settingsOf(db, owner.id), failure }
}
