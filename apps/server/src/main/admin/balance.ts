import * as z from 'zod'

import type { Context } from '#context.ts'
import { balanceOf, grantByHand, lastEntries, openLotsOf } from '#features/billing/index.ts'

import type { Command } from './command.ts'
import { findUser } from './find-user.ts'

const ENTRIES = 50
const one = { least: 1, most: 1 }
const Minutes = z.coerce.number('--minutes: a whole number from 1 to 100000').int().min(1).max(100_000)

export const balanceCommands: readonly Command[] = [
  {
    name: 'balance show',
    usage: 'EMAIL|ID',
    help: 'Shows the lots of minutes and the last entries of the ledger, in seconds.',
    words: one,
    kind: 'reading',
    prepare:
      ({ words }) =>
      async (ctx) => ({ data: await show(ctx, (await findUser(ctx, words[0])).id) }),
  },
  {
    name: 'balance grant',
    usage: 'EMAIL|ID --minutes 60',
    help: 'Grants minutes beside the plan, valid for 365 days.',
    words: one,
    options: { minutes: { type: 'string' } },
    kind: 'change',
    prepare: ({ words, options, operator }) => {
      const minutes = Minutes.parse(options.minutes)
      return async (ctx) => {
        const { id: userId } = await findUser(ctx, words[0])
        await grantByHand(ctx, { userId, minutes, ...operator })
        return { data: { userId, grantedMinutes: minutes } }
      }
    },
  },
]

async function show({ db, now }: Context, userId: string) {
  const { planSeconds, extraSeconds } = await balanceOf(db, userId, now())
  const lots = await openLotsOf(db, userId, now())
  return {
    userId,
    planSeconds,
    extraSeconds,
    lots: lots.map(({ id, kind, grantedSeconds, remainingSeconds, heldSeconds, expiresAt, source }) => ({
      id,
      kind,
      grantedSeconds,
      remainingSeconds,
      heldSeconds,
      expiresAt,
      source,
    })),
    entries: await lastEntries(db, userId, ENTRIES),
  }
}
