import * as z from 'zod'

import type { Context } from '#context.ts'
import { grantUnlimited, revokeTariff } from '#features/billing/index.ts'

import { type Command, type Input, Misuse, Refusal } from './command.ts'
import { findUser } from './find-user.ts'

const one = { least: 1, most: 1 }

/** Options of commands that grant the tariff without limits. */
export const unlimitedOptions = { unlimited: { type: 'boolean' }, until: { type: 'string' } } as const

export const tariffCommands: readonly Command[] = [
  {
    name: 'tariff grant',
    usage: 'EMAIL|ID --unlimited [--until 2027-01-01]',
    help: `Grants the tariff without limits: minutes without an end, the rest as in the highest tariff, no payments.
It ends by \`tariff revoke\`, or at 00:00 UTC of the day of --until; a repeat changes that day. What was paid is not
lost: it is refused while a paid subscription runs (\`payments refund --end\` ends one).`,
    words: one,
    options: unlimitedOptions,
    kind: 'change',
    prepare: ({ words, options, operator }) => {
      const grant = readGrant(options, operator)
      if (!grant) throw new Misuse('--unlimited: the only tariff that is granted')
      return async (ctx) => {
        const { id: userId } = await findUser(ctx, words[0])
        return { data: { userId, ...(await grant(ctx, userId)) } }
      }
    },
  },
  {
    name: 'tariff revoke',
    usage: 'EMAIL|ID',
    help: 'Ends a granted tariff at once: the free one takes its place, and the owner gets a mail.',
    words: one,
    kind: 'change',
    prepare:
      ({ words, operator }) =>
      async (ctx) => {
        const { id: userId } = await findUser(ctx, words[0])
        if (!(await revokeTariff(ctx, userId, operator))) throw new Refusal('the account has no granted tariff')
        return { data: { userId, tariff: 'free' } }
      },
  },
]

const Until = z.iso.date('--until: a day such as 2027-01-01').transform((day) => new Date(day))

/** Grants the tariff without limits to an account; undefined if the options do not ask for it. */
export function readGrant({ unlimited, until }: Input['options'], operator: Input['operator']) {
  if (unlimited !== true && until !== undefined) throw new Misuse('--until: with --unlimited only')
  if (unlimited !== true) return undefined
  const end = until === undefined ? null : Until.parse(until)
  return async (ctx: Context, userId: string) => {
    if (end && end <= ctx.now()) throw new Refusal('the day of --until is over')
    const outcome = await grantUnlimited(ctx, { userId, until: end, ...operator })
    if (outcome === 'paid') throw new Refusal('a paid subscription runs')
    return { tariff: 'unlimited', until: end }
  }
}
