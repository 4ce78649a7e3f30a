import { normalEmail } from '@doslovno/domain/account/email.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import {
  cancelSignIns,
  keyOfUser,
  listOpenSessions,
  protectionOf,
  removeAllFactors,
  revokeSessionsOf,
  spendLegacyTokensOf,
} from '#features/accounts/index.ts'
import { balanceOf } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lastScriptsOf } from '#features/scripts/index.ts'
import { userByEmail, userById } from '#features/users/index.ts'
import type { UserRow } from '#platform/tables.ts'

import { type Command, type Input, Refusal } from './command.ts'

const FILES = 20
const one = { least: 1, most: 1 }

export const userCommands: readonly Command[] = [
  {
    name: 'users show',
    usage: 'EMAIL|ID',
    help: 'Shows an account: tariff, minutes, protection, sessions and the last files, without their names.',
    words: one,
    kind: 'reading',
    prepare:
      ({ words }) =>
      async (ctx) => ({ data: await show(ctx, await findUser(ctx, words[0])) }),
  },
  {
    name: 'users end-sessions',
    usage: 'EMAIL|ID',
    help: 'Ends all sessions of an account; access tokens stop working within 20 s. API keys stay.',
    words: one,
    kind: 'change',
    prepare:
      ({ words, operator }) =>
      async (ctx) => ({ data: await endSessions(ctx, await findUser(ctx, words[0]), operator) }),
  },
  {
    name: 'users remove-second-factor',
    usage: 'EMAIL|ID',
    help: `Removes all second factors of an owner who lost them. Make sure that it is the owner who asks:
the password alone is enough afterwards. The owner gets a mail.`,
    words: one,
    kind: 'destructive',
    prepare:
      ({ words, operator }) =>
      async (ctx) => {
        const { id } = await findUser(ctx, words[0])
        if (!(await removeAllFactors(ctx, id, operator))) throw new Refusal('the account has no second factor')
        return { data: { removed: true } }
      },
  },
]

async function show(ctx: Context, { id, email, createdAt, deletionDueAt }: UserRow) {
  const { db } = ctx
  const { subscription, planSeconds, extraSeconds } = await balanceOf(db, id, ctx.now())
  const sessions = await listOpenSessions(db, id, ctx.now())
  const scripts = await lastScriptsOf(db, id, FILES)
  return {
    id,
    email,
    createdAt,
    deletionDueAt,
    tariff: subscription.tariff.name,
    paidUntil: subscription.paidUntil,
    planMinutes: Math.floor(planSeconds / 60),
    extraMinutes: Math.floor(extraSeconds / 60),
    ...(await protectionOf(db, id)),
    hasApiKey: (await keyOfUser(db, id)) !== undefined,
    sessions: sessions.map((row) => ({ lastUsedAt: row.lastUsedAt, network: row.network, userAgent: row.userAgent })),
    files: scripts.map((row) => ({
      id: row.id,
      uploadedAt: row.uploadedAt,
      status: row.status,
      failure: row.failureCode,
      seconds: row.durationSeconds,
    })),
  }
}

async function endSessions(ctx: Context, { id }: UserRow, operator: Input['operator']) {
  const open = await listOpenSessions(ctx.db, id, ctx.now())
  await ctx.db.transaction().execute(async (tx) => {
    await revokeSessionsOf(tx, id, ctx.now())
    await spendLegacyTokensOf(tx, id, ctx.now())
    await cancelSignIns(tx, id)
    await recordAudit(tx, { kind: 'sessionsEnded', userId: id, details: { which: 'all', ...operator } })
  })
  return { ended: open.length }
}

/** An account by its e-mail or id. */
export async function findUser({ db }: Context, who = ''): Promise<UserRow> {
  const isId = z.uuid().safeParse(who).success
  const user = isId ? await userById(db, who) : await userByEmail(db, normalEmail(who))
  if (!user) throw new Refusal('there is no such account')
  return user
}
