import { parseArgs } from 'node:util'

import * as z from 'zod'

import { createContext } from '#context.ts'
import { closePromo, createPromo, listPromos, type NewPromo } from '#features/billing/index.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const USAGE = `Manages promo codes. One account activates a code once.

  promo create CODE --minutes 60 [--uses 100] [--until 2027-01-01]   until: 00:00 UTC of that day
  promo list
  promo close CODE`

const Count = z.coerce.number().int().positive().max(1_000_000)
const Code = z.string().trim().min(1).max(100)
const Create = z.object({ code: Code, minutes: Count, uses: Count.optional(), until: z.iso.date().optional() })

type Command = { name: 'create'; promo: NewPromo } | { name: 'list' } | { name: 'close'; code: string }

const command = readCommand()
if (!command) {
  console.error(USAGE)
  process.exit(2)
}

const config = readConfig(process.env)
const ctx = await createContext(config, createLog(config.logLevel, 'promo'), subscribers)
try {
  if (!(await run(command))) process.exitCode = 1
} finally {
  await ctx.close()
}

function readCommand(): Command | undefined {
  try {
    const options = { minutes: { type: 'string' }, uses: { type: 'string' }, until: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [name, code, ...rest] = positionals
    if (rest.length > 0) return undefined
    if (name === 'list') return { name }
    if (name === 'close') return { name, code: Code.parse(code) }
    return name === 'create' ? { name, promo: newPromo(Create.parse({ code, ...values })) } : undefined
  } catch {
    return undefined
  }
}

function newPromo({ code, minutes, uses, until }: z.infer<typeof Create>): NewPromo {
  return { code, minutes, maxUses: uses ?? null, expiresAt: until ? new Date(until) : null }
}

/** Returns false if nothing was done. */
async function run(asked: Command): Promise<boolean> {
  if (asked.name === 'list') return list()
  const isDone = asked.name === 'create' ? await createPromo(ctx, asked.promo) : await closePromo(ctx, asked.code)
  if (!isDone) console.error(asked.name === 'create' ? 'the code exists already' : 'no such code is open')
  return isDone
}

async function list(): Promise<true> {
  for (const { code, minutes, uses, maxUses, expiresAt, closedAt } of await listPromos(ctx)) {
    const until = expiresAt?.toISOString() ?? '-'
    console.log([code, `${minutes} min`, `${uses}/${maxUses ?? '-'}`, until, closedAt ? 'closed' : 'open'].join('\t'))
  }
  return true
}
