import type { Handler } from '#context.ts'
import { recover, sendNotice } from '#features/accounts/jobs.ts'
import { onNotice, onRecover } from '#features/accounts/worker.ts'
import { sendLink } from '#features/mail-links/jobs.ts'
import { onSendLink } from '#features/mail-links/worker.ts'
import { finish, prepare, recognise } from '#features/transcription/jobs.ts'
import { onFinish, onPrepare, onRecognise } from '#features/transcription/worker.ts'

export const jobs = [prepare, recognise, finish, sendLink, sendNotice, recover] as const

type Handlers = { [J in (typeof jobs)[number] as J['name']]: Handler<J> }

/** Every job has exactly one handler; forgetting one does not compile. */
export const handlers: Handlers = {
  'transcription.prepare': onPrepare,
  'transcription.recognise': onRecognise,
  'transcription.finish': onFinish,
  'mail-links.send': onSendLink,
  'accounts.notice': onNotice,
  'accounts.recover': onRecover,
}
