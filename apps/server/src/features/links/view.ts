import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { type Actor, canRead } from '@doslovno/domain/access.ts'
import { errorCode as codeOf, wireText } from '@doslovno/domain/errors.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { LinkDownloadRow } from '#platform/tables.ts'

import { findDownload } from './repo.ts'

/** Fully downloaded, but not yet a script. */
const ALMOST = 99

/** A download, reported like a process. One of another user is indistinguishable from a missing one. */
export async function linkProcess(db: Db, processId: string, actor: Actor): Promise<ProcessState> {
  const link = await findDownload(db, processId)
  if (!link || !canRead(link, actor)) throw new AppError('notFound')
  return downloadView(link)
}

function downloadView(link: LinkDownloadRow): ProcessState {
  const { status, title, errorCode, tooBig, uploadId } = link
  return {
    status,
    stage: 'download',
    progress: status === 'complete' ? 100 : percentOf(link),
    etaSeconds: null,
    ...(title === null ? {} : { title }),
    ...(status === 'complete' ? { scriptId: uploadId } : {}),
    ...(errorCode === null ? {} : { error: tooBig ?? wireText(errorCode), errorCode: codeOf(errorCode) }),
  }
}

function percentOf({ bytesDone, bytesTotal }: LinkDownloadRow): number {
  return bytesTotal ? Math.min(ALMOST, (bytesDone / bytesTotal) * 100) : 0
}
