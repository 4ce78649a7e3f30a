import type { SessionView } from '@doslovno/contract/account/sessions.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { AppError } from '#platform/errors.ts'
import type { SessionRow } from '#platform/tables.ts'
import { hashToken } from '#platform/tokens.ts'

import { listOpenSessions, revokeSessionOf, revokeSessionsOf, lockToken, revokeSession } from './repo.ts'

/** The caller's own sessions, this one first. */
export async function listOwnSessions(ctx: Context, { userId, sessionId }: SessionActor): Promise<SessionView[]> {
  const views = (await listOpenSessions(ctx.db, userId, ctx.now())).map((row) => viewOf(row, sessionId))
  return views.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

export async function endOthers(ctx: Context, { userId, sessionId }: SessionActor, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await revokeSessionsOf(tx, userId, ctx.now(), sessionId)
    await recordAudit(tx, { kind: 'sessionsEnded', userId, address, details: { which: 'others' } })
  })
}

/** Ends one session of the caller; one of another user is not found. */
export async function endOne(
  ctx: Context,
  { userId }: SessionActor,
  { sessionId, address }: { sessionId: string; address: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await revokeSessionOf(tx, userId, sessionId, ctx.now()))) throw new AppError('notFound')
    await recordAudit(tx, { kind: 'sessionsEnded', userId, address, details: { which: 'one' } })
  })
}

function viewOf({ id, userAgent, network, createdAt, lastUsedAt }: SessionRow, currentId: string): SessionView {
  return {
    id,
    isCurrent: id === currentId,
    userAgent,
    network: beginningOf(network),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }
}

/** Enough for the owner to recognise a network, too little to locate them by a screenshot. */
function beginningOf(network: string): string {
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 2).join(separator)
}

/** Ends the session of a refresh token; an unknown token is not an error. */
export async function closeSession(ctx: Context, refreshToken: string, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockToken(tx, hashToken(refreshToken))
    if (!found || found.revokedAt) return
    await revokeSession(tx, found.sessionId, ctx.now())
    await recordAudit(tx, { kind: 'logout', userId: found.userId, address })
  })
}
