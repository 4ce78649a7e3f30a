import * as z from 'zod'

import type { Context } from '#context.ts'
import {
  createByHand,
  disable,
  enable,
  endEverySession,
  invite,
  keyOfUser,
  listOpenSessions,
  protectionOf,
  removeAllFactors,
} from '#features/accounts/index.ts'
import { balanceOf } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { closeLinks, lastScriptsOf } from '#features/scripts/index.ts'
import type { UserRow } from '#platform/tables.ts'

import { type Command, type Input, Refusal } from './command.ts'
import { findUser } from './find-user.ts'
import { readGrant, unlimitedOptions } from './tariff.ts'

const FILES = 20
const one = { least: 1, most: 1 }

const Person = z.object({
  email: z.string().trim().max(254),
  name: z.string('--name: how mails address the person').trim().min(1, '--name: how mails address the person').max(100),
  surname: z.string().trim().max(100).default(''),
})
const person = { name: { type: 'string' }, surname: { type: 'string' }, ...unlimitedOptions } as const
const ABOUT = 'EMAIL --name NAME [--surname SURNAME] [--unlimited [--until 2027-01-01]]'

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
    name: 'users create',
    usage: `${ABOUT} [--password-stdin]`,
    help: `Creates an account that can sign in at once, also while registration is switched off.
Its password is made and printed once; --password-stdin reads it from standard input instead.
--unlimited: as \`tariff grant\`.`,
    words: one,
    options: { ...person, 'password-stdin': { type: 'boolean' } },
    kind: 'change',
    prepare: ({ words, options, operator, read }) => {
      const wanted = Person.parse({ ...options, email: words[0] })
      const grant = readGrant(options, operator)
      return async (ctx) => {
        const typed = options['password-stdin'] ? (await read()).replace(/\r?\n$/, '') : undefined
        const { password, ...created } = await createByHand(ctx, { ...wanted, password: typed }, operator)
        const granted = await grant?.(ctx, created.id)
        return { data: { ...created, ...(typed === undefined && { password }), ...granted } }
      }
    },
  },
  {
    name: 'users invite',
    usage: ABOUT,
    help: `Creates an account and mails a link that sets its password and works for 7 days.
Repeated while the account has no password, it mails another link.`,
    words: one,
    options: person,
    kind: 'change',
    prepare: ({ words, options, operator }) => {
      const invited = Person.parse({ ...options, email: words[0] })
      const grant = readGrant(options, operator)
      return async (ctx) => {
        const known = await invite(ctx, invited, operator)
        return { data: { ...known, ...(await grant?.(ctx, known.id)) } }
      }
    },
  },
  {
    name: 'users disable',
    usage: 'EMAIL|ID [--close-links]',
    help: `Closes an account: nobody signs in, sessions end within 20 s, API keys are refused, no card is charged.
Work under way is finished, without mails and webhooks. Nothing is deleted. Files that are public by their link stay
so; --close-links closes them for good.`,
    words: one,
    options: { 'close-links': { type: 'boolean' } },
    kind: 'change',
    prepare:
      ({ words, options, operator }) =>
      async (ctx) => {
        const { id } = await findUser(ctx, words[0])
        return { data: await disableUser(ctx, id, operator, options['close-links'] === true) }
      },
  },
  {
    name: 'users enable',
    usage: 'EMAIL|ID',
    help: 'Opens a disabled account again: its owner signs in as before, and its API key works.',
    words: one,
    kind: 'change',
    prepare:
      ({ words, operator }) =>
      async (ctx) => {
        const { id } = await findUser(ctx, words[0])
        if (!(await ctx.db.transaction().execute((tx) => enable(tx, id, operator))))
          throw new Refusal('the account is not disabled')
        return { data: { id, disabled: false } }
      },
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

async function show(ctx: Context, { id, email, createdAt, deletionDueAt, disabledAt }: UserRow) {
  const { db } = ctx
  const { subscription, entitlements, planSeconds, extraSeconds } = await balanceOf(db, id, ctx.now())
  const sessions = await listOpenSessions(db, id, ctx.now())
  const scripts = await lastScriptsOf(db, id, FILES)
  return {
    id,
    email,
    createdAt,
    deletionDueAt,
    disabledAt,
    tariff: subscription.tariff.name,
    paidUntil: subscription.paidUntil,
    isUnlimited: entitlements.isUnlimited,
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

function disableUser(ctx: Context, id: string, operator: Input['operator'], closesLinks: boolean) {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await disable(ctx, tx, id, operator))) throw new Refusal('the account is disabled already')
    return { id, disabled: true, ...(closesLinks && { closedLinks: await closeLinks(tx, id, operator) }) }
  })
}

async function endSessions(ctx: Context, { id }: UserRow, operator: Input['operator']) {
  const open = await listOpenSessions(ctx.db, id, ctx.now())
  await ctx.db.transaction().execute(async (tx) => {
    await endEverySession(tx, id, ctx.now())
    await recordAudit(tx, { kind: 'sessionsEnded', userId: id, details: { which: 'all', ...operator } })
  })
  return { ended: open.length }
}
