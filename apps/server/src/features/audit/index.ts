import type { Db } from '#platform/db.ts'

export type AuditKind =
  | 'registered'
  | 'loginFailed'
  | 'login'
  | 'refreshReused'
  | 'passwordChanged'
  | 'emailChanged'
  | 'providerLinked'
  | 'legacyTokenUpgraded'
  | 'scriptOpened'
  | 'scriptClosed'
  | 'scriptDeleted'

type AuditEvent = { kind: AuditKind; userId: string | null; address?: string; details?: Record<string, string> }

/** Adds to the history of accounts; no secret and no e-mail belongs in it. */
export async function recordAudit(db: Db, { kind, userId, address, details = {} }: AuditEvent): Promise<void> {
  const row = { kind, userId, address: address ?? null, details: JSON.stringify(details) }
  await db.insertInto('auditEvents').values(row).execute()
}
