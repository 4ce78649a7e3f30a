import type { Handler } from '#context.ts'
import { alarm, recover, sendNotice } from '#features/accounts/jobs.ts'
import { onAlarm, onNotice, onRecover } from '#features/accounts/worker.ts'
import { sendKeyNotice } from '#features/api-keys/jobs.ts'
import { onKeyNotice } from '#features/api-keys/worker.ts'
import { audit } from '#features/billing/ledger/jobs.ts'
import { onAudit } from '#features/billing/ledger/worker.ts'
import { charge, check as checkPayment, poll as pollPayments, refund } from '#features/billing/payments/jobs.ts'
import { onCharge, onCheck, onPoll, onRefund } from '#features/billing/payments/worker.ts'
import { periodStarted } from '#features/billing/subscription/events.ts'
import { mail as billingMail, renew } from '#features/billing/subscription/jobs.ts'
import { onBillingMail, onRenew } from '#features/billing/subscription/worker.ts'
import { sendToOperator } from '#features/feedback/jobs.ts'
import { onSendToOperator } from '#features/feedback/worker.ts'
import { download } from '#features/links/jobs.ts'
import { onDownload } from '#features/links/worker.ts'
import { sendLink } from '#features/mail-links/jobs.ts'
import { onSendLink } from '#features/mail-links/worker.ts'
import { mail as notificationMail, notify, push } from '#features/notifications/jobs.ts'
import { onMail, onNotify, onPush } from '#features/notifications/worker.ts'
import { exportShelf } from '#features/privacy/index.ts'
import { deleteDue, makeExport, sendPrivacyMail, sweep } from '#features/privacy/jobs.ts'
import { onDeleteDue, onMakeExport, onPrivacyMail, onSweep } from '#features/privacy/worker.ts'
import { inspect } from '#features/recordings/jobs.ts'
import { onInspect } from '#features/recordings/worker.ts'
import { clear, expire as expireScripts, extend, forgetOld, reconcileStorage } from '#features/retention/jobs.ts'
import { onClear, onExpireScripts, onExtend, onForgetOld, onReconcile } from '#features/retention/worker.ts'
import { sendNotice as sendFactorNotice } from '#features/second-factors/jobs.ts'
import { onSendNotice } from '#features/second-factors/worker.ts'
import { summaryCompleted } from '#features/summaries/events.ts'
import { compose, digest, revive } from '#features/summaries/jobs.ts'
import { cut as cutText, read as readPart } from '#features/summaries/reading/jobs.ts'
import { onCut, onRead } from '#features/summaries/reading/worker.ts'
import { onCompose, onDigest, onRevive } from '#features/summaries/worker.ts'
import { transcriptionCompleted, transcriptionFailed } from '#features/transcription/events.ts'
import { finish, hearAgain, releaseHolds, task } from '#features/transcription/jobs.ts'
import { onFinish, onHearAgain, onReleaseHolds, onTask } from '#features/transcription/worker.ts'
import { uploadKept } from '#features/uploads/events.ts'
import { expire as expireUploads } from '#features/uploads/jobs.ts'
import { onExpire } from '#features/uploads/worker.ts'
import { announceScript, announceSummary, deliver, retryDue, sendDisabled } from '#features/webhooks/jobs.ts'
import {
  onAnnounceScript,
  onAnnounceSummary,
  onDeliver,
  onRetryDue,
  onSendDisabled,
} from '#features/webhooks/worker.ts'
import type { SubscriberOf } from '#platform/events.ts'

export const jobs = [
  charge,
  checkPayment,
  pollPayments,
  refund,
  renew,
  billingMail,
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
  sendDisabled,
  makeExport,
  deleteDue,
  sweep,
  sendPrivacyMail,
  sendToOperator,
  clear,
  expireScripts,
  extend,
  forgetOld,
  reconcileStorage,
  audit,
  sendLink,
  sendNotice,
  sendKeyNotice,
  sendFactorNotice,
  recover,
  alarm,
] as const

/** Objects in storage that are neither of scripts nor of processes. */
export const shelves = [exportShelf]

type Handlers = { [J in (typeof jobs)[number] as J['name']]: Handler<J> }

/** Every job has exactly one handler; a missing one does not compile. */
export const handlers: Handlers = {
  'billing.charge': onCharge,
  'billing.check': onCheck,
  'billing.poll': onPoll,
  'billing.refund': onRefund,
  'billing.renew': onRenew,
  'billing.mail': onBillingMail,
  'recordings.inspect': onInspect,
  'uploads.expire': onExpire,
  'links.download': onDownload,
  'transcription.task': onTask,
  'transcription.hear-again': onHearAgain,
  'transcription.finish': onFinish,
  'transcription.release-holds': onReleaseHolds,
  'summaries.cut': onCut,
  'summaries.read': onRead,
  'summaries.compose': onCompose,
  'summaries.digest': onDigest,
  'summaries.revive': onRevive,
  'notifications.script': onNotify,
  'notifications.mail': onMail,
  'notifications.push': onPush,
  'webhooks.script': onAnnounceScript,
  'webhooks.summary': onAnnounceSummary,
  'webhooks.deliver': onDeliver,
  'webhooks.retry': onRetryDue,
  'webhooks.mail': onSendDisabled,
  'privacy.export': onMakeExport,
  'privacy.delete': onDeleteDue,
  'privacy.sweep': onSweep,
  'privacy.mail': onPrivacyMail,
  'feedback.send': onSendToOperator,
  'retention.clear': onClear,
  'retention.expire': onExpireScripts,
  'retention.extend': onExtend,
  'retention.forget': onForgetOld,
  'retention.reconcile': onReconcile(shelves),
  'billing.audit': onAudit,
  'mail-links.send': onSendLink,
  'accounts.notice': onNotice,
  'api-keys.notice': onKeyNotice,
  'second-factors.notice': onSendNotice,
  'accounts.recover': onRecover,
  'accounts.alarm': onAlarm,
}

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
