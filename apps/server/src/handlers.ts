import type { Handler } from '#context.ts'
import { recover, sendNotice } from '#features/accounts/jobs.ts'
import { onNotice, onRecover } from '#features/accounts/worker.ts'
import { clear, expire as expireFiles } from '#features/library/jobs.ts'
import { onClear, onExpireScripts } from '#features/library/worker.ts'
import { download } from '#features/links/jobs.ts'
import { onDownload } from '#features/links/worker.ts'
import { sendLink } from '#features/mail-links/jobs.ts'
import { onSendLink } from '#features/mail-links/worker.ts'
import { notify } from '#features/notifications/jobs.ts'
import { onNotify } from '#features/notifications/worker.ts'
import { finish, playback, task } from '#features/transcription/jobs.ts'
import { onFinish, onPlayback, onTask } from '#features/transcription/worker.ts'
import { expire, inspect } from '#features/uploads/jobs.ts'
import { onExpire, onInspect } from '#features/uploads/worker.ts'

export const jobs = [
  inspect,
  expire,
  download,
  task,
  finish,
  playback,
  notify,
  clear,
  expireFiles,
  sendLink,
  sendNotice,
  recover,
] as const

type Handlers = { [J in (typeof jobs)[number] as J['name']]: Handler<J> }

/** Every job has exactly one handler; forgetting one does not compile. */
export const handlers: Handlers = {
  'uploads.inspect': onInspect,
  'uploads.expire': onExpire,
  'links.download': onDownload,
  'transcription.task': onTask,
  'transcription.finish': onFinish,
  'transcription.playback': onPlayback,
  'notifications.script': onNotify,
  'library.clear': onClear,
  'library.expire': onExpireScripts,
  'mail-links.send': onSendLink,
  'accounts.notice': onNotice,
  'accounts.recover': onRecover,
}
