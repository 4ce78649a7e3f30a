import { recover, resendLink } from '#features/accounts/jobs.ts'
import { accountNotice, loginAlarm } from '#features/accounts/mails.ts'
import { periodStarted } from '#features/billing/subscription/events.ts'
import { billingMail } from '#features/billing/subscription/mail.ts'
import { download } from '#features/links/jobs.ts'
import { formerQueueOf, sendMails } from '#features/mails/index.ts'
import { mail as notificationMail, notify, push } from '#features/notifications/jobs.ts'
import { operatorMail } from '#features/operations/feedback/send.ts'
import { exportShelf } from '#features/privacy/index.ts'
import { deleteDue, makeExport, sweep } from '#features/privacy/jobs.ts'
import { privacyMail } from '#features/privacy/mail.ts'
import { clear, expire as expireScripts, extend, forgetOld, reconcileStorage, warn } from '#features/retention/jobs.ts'
import { expiryMail } from '#features/retention/warn.ts'
import { inspect } from '#features/scripts/recordings/jobs.ts'
import { summaryCompleted } from '#features/summaries/events.ts'
import { compose, digest, revive } from '#features/summaries/jobs.ts'
import { cut as cutText, read as readPart } from '#features/summaries/reading/jobs.ts'
import { transcriptionCompleted, transcriptionFailed } from '#features/transcription/events.ts'
import { finish, hearAgain, releaseHolds, task } from '#features/transcription/jobs.ts'
import { uploadKept } from '#features/uploads/events.ts'
import { expire as expireUploads } from '#features/uploads/jobs.ts'
import { announceScript, announceSummary, deliver, retryDue } from '#features/webhooks/jobs.ts'
import { disabledMail, movedMail } from '#features/webhooks/mail.ts'
import type { SubscriberOf } from '#platform/events.ts'

import { linkMail } from './features/accounts/mail-links/link.ts'
import { keyNotice, factorNotice } from './features/accounts/mails.ts'
import { audit, charge, check as checkPayment, poll as pollPayments, refund, renew } from './features/billing/jobs.ts'

/** Every mail that `mails.send` can write. */
export const mails = [
  linkMail,
  accountNotice,
  loginAlarm,
  keyNotice,
  factorNotice,
  billingMail,
  privacyMail,
  disabledMail,
  expiryMail,
  movedMail,
  operatorMail,
]

/** Objects in storage that are neither of scripts nor of processes. */
export const shelves = [exportShelf]

export const jobs = [
  charge,
  checkPayment,
  pollPayments,
  refund,
  renew,
  audit,
  inspect,
  expireUploads,
  download,
  task,
  hearAgain,
  finish,
  releaseHolds,
  cutText,
  readPart,
  compose,
  digest,
  revive,
  notify,
  notificationMail,
  push,
  announceScript,
  announceSummary,
  deliver,
  retryDue,
  makeExport,
  deleteDue,
  sweep,
  clear,
  expireScripts,
  warn,
  extend,
  forgetOld,
  reconcileStorage(shelves),
  sendMails(mails),
  recover,
  resendLink,
  ...[linkMail, accountNotice, loginAlarm, billingMail].map(formerQueueOf),
] as const

const events = [periodStarted, uploadKept, transcriptionCompleted, transcriptionFailed, summaryCompleted] as const

type Subscribers = { [E in (typeof events)[number] as E['name']]: readonly SubscriberOf<E>[] }

/** The jobs that follow each event; an event without an entry does not compile. */
export const subscribers: Subscribers = {
  'billing.period-started': [extend],
  'uploads.kept': [inspect],
  'transcription.completed': [notify, announceScript],
  'transcription.failed': [notify, announceScript],
  'summaries.completed': [announceSummary],
}
