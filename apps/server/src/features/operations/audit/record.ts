import type { Db } from '#platform/db.ts'

import { insertEvent } from './repo.ts'

export type AuditKind =
  | 'registered'
  | 'loginFailed'
  | 'login'
  | 'logout'
  | 'refreshReused'
  | 'passwordChanged'
  | 'emailChanged'
  | 'emailReverted'
  | 'registrationPasswordKept'
  | 'sessionsEnded'
  | 'invited'
  | 'accountDisabled'
  | 'accountEnabled'
  | 'providerLinked'
  | 'scriptOpened'
  | 'scriptClosed'
  | 'scriptDeleted'
  | 'summaryRemade'
  | 'subscribed'
  | 'subscriptionCancelled'
  | 'cardUnlinked'
  | 'apiKeyCreated'
  | 'apiKeyRevoked'
  | 'apiKeyShown'
  | 'webhookCreated'
  | 'webhookDeleted'
  | 'vocabularyInviteCreated'
  | 'vocabularyInviteRevoked'
  | 'vocabularyJoined'
  | 'vocabularyDeleted'
  | 'vocabularyMemberRemoved'
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'secondFactorFailed'
  | 'secondFactorsRemoved'
  | 'dataExported'
  | 'deletionRequested'
  | 'deletionCancelled'
  | 'switchChanged'
  | 'minutesGranted'
  | 'tariffGranted'
  | 'tariffRevoked'
  | 'refundOrdered'
  | 'refundedByProvider'
  | 'paymentsRecovered'
  | 'processRequeued'
  | 'promoCreated'
  | 'promoClosed'
  | 'deadLettersRetried'
  | 'storageReconciled'
  | 'overdueDeleted'

/** The author of a change by command, and its reason. */
export type Operator = { by: string; reason: string }

type AuditEvent = { kind: AuditKind; userId: string | null; address?: string; details?: Record<string, string> }

/** Appends to the history of accounts. Details must hold no secret and no e-mail. */
export async function recordAudit(db: Db, { kind, userId, address, details = {} }: AuditEvent): Promise<void> {
  await insertEvent(db, { kind, userId, address: address ?? null, details: JSON.stringify(details) })
}
