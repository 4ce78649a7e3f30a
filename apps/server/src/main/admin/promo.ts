import * as z from 'zod'

import type { Context } from '#context.ts'
import { closePromo, createPromo, listPromos } from '#features/billing/index.ts'
import { type AuditKind, recordAudit } from '#features/operations/index.ts'

import { type Command, type Input, Refusal } from './command.ts'

const Count = z.coerce.number().int().positive().max(1_000_000)
const Code = z.string().trim().min(1).max(100)
const Create = z.object({ minutes: Count, uses: Count.optional(), until: z.iso.date().optional() })
const one = { least: 1, most: 1 }

export const promoCommands: readonly Command[] = [
  {
    name: 'promo list',
    usage: '',
    help: 'Lists all promo codes with their uses.',
    words: { least: 0, most: 0 },
    kind: 'reading',
    prepare: () => async (ctx) => ({ data: await listPromos(ctx) }),
  },
  {
    name: 'promo create',
    usage: 'CODE --minutes 60 [--uses 100] [--until 2027-01-01]',
    help: 'Creates a promo code. One account activates it once; it ends at 00:00 UTC of the day of --until.',
    words: one,
    options: { minutes: { type: 'string' }, uses: { type: 'string' }, until: { type: 'string' } },
    kind: 'change',
    prepare: ({ words, options, operator }) => {
      const code = Code.parse(words[0])
      const { minutes, uses, until } = Create.parse(options)
      const promo = { code, minutes, maxUses: uses ?? null, expiresAt: until ? new Date(until) : null }
      return (ctx) =>
        change(ctx, { kind: 'promoCreated', code, operator, refusal: 'the code exists already' }, (manager) =>
          createPromo(manager, promo),
        )
    },
  },
  {
    name: 'promo close',
    usage: 'CODE',
    help: 'Ends a promo code for those who have not activated it.',
    words: one,
    kind: 'change',
    prepare: ({ words, operator }) => {
      const code = Code.parse(words[0])
      return (ctx) =>
        change(ctx, { kind: 'promoClosed', code, operator, refusal: 'no such code is open' }, (manager) =>
          closePromo(manager, code),
        )
    },
  },
]

type Change = { kind: AuditKind; code: string; operator: Input['operator']; refusal: string }

async function change(
  { db, now }: Context,
  { kind, code, operator, refusal }: Change,
  work: (manager: Pick<Context, 'db' | 'now'>) => Promise<boolean>,
) {
  await db.transaction().execute(async (tx) => {
    if (!(await work({ db: tx, now }))) throw new Refusal(refusal)
    await recordAudit(tx, { kind, userId: null, details: { code, ...operator } })
  })
  return { data: { code } }
}
