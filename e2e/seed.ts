import { randomUUID } from 'node:crypto'

import { monthsBetween } from '@doslovno/domain/billing/subscription.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type Context, createContext } from '@doslovno/server/context.ts'
import { seedUsers } from '@doslovno/server/features/accounts/index.ts'
import { balanceOf } from '@doslovno/server/features/billing/index.ts'
import { createPromo } from '@doslovno/server/features/billing/promo/promo.ts'
import { advance } from '@doslovno/server/features/billing/subscription/renew.ts'
import { sweepPrivacy } from '@doslovno/server/features/privacy/sweep.ts'
import { userByEmail } from '@doslovno/server/features/users/index.ts'
import { subscribers } from '@doslovno/server/handlers.ts'
import { readConfig } from '@doslovno/server/platform/config.ts'
import { createLog } from '@doslovno/server/platform/log.ts'
import { assertLedgerExact } from '@doslovno/server/test/ledger.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { addRecordedScript, type Spoken } from '@doslovno/server/test/recordings/recorded-script.ts'
import { recording, reference, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'

import { environment } from './environment.ts'

// Journeys seed data through the product's own functions, so that no journey knows a table.

export type Person = { id: string; email: string; password: string }

const [FREE, PRO] = [1, 3]
const BYTES_PER_SECOND = 32_000

let context: Promise<Context> | undefined

/** Connects on first use: the runner imports this file before the stack is up. */
export function stack(): Promise<Context> {
  context ??= createContext(readConfig(environment), createLog('silent', 'journeys'), subscribers)
  return context
}

/** A new account on the PRO tariff. */
export const createPerson = () => createAccount(PRO)

export const createFreePerson = () => createAccount(FREE)

async function createAccount(tariffId: number): Promise<Person> {
  const ctx = await stack()
  const [email, password] = [`person-${randomUUID()}@example.ru`, 'Right-pass-1']
  await seedUsers(ctx, [{ email, password, name: 'Мария', surname: 'Орлова', tariffId, isSuperuser: false }])
  return { ...(await personByEmail(email)), password }
}

export async function personByEmail(email: string): Promise<Person> {
  const user = await userByEmail((await stack()).db, email)
  if (!user) throw new Error(`Nobody has the e-mail ${email}`)
  return { id: user.id, email, password: '' }
}

type Changes = Parameters<typeof addScript>[3]

/** A complete file without a recording; two speakers take turns, ten seconds each. */
export async function addFile(person: Person, sentences: readonly string[], changes: Changes): Promise<string> {
  return addScript({ ctx: await stack() }, person.id, sentences, changes)
}

type Recorded = { fileName: string; contentType: string; content: Buffer; spoken: readonly Spoken[]; unheard?: Span[] }

/** A complete file with a recording that plays; returns the path of its page. */
export async function addRecorded(person: Person, recorded: Recorded): Promise<string> {
  return `/files/${await addRecordedScript(await stack(), { userId: person.id, ...recorded })}`
}

const SECONDS_PER_SENTENCE = 5

/** A silent recording in which two speakers take turns, a sentence of five seconds each. */
export function dialogue(fileName: string, sentences: readonly string[]): Recorded {
  const spoken = sentences.map((text, index) => {
    const start = index * SECONDS_PER_SENTENCE
    return { text, start, end: start + SECONDS_PER_SENTENCE - 0.5, speaker: index % 2 }
  })
  const content = toWav(Buffer.alloc(sentences.length * SECONDS_PER_SENTENCE * BYTES_PER_SECOND))
  return { fileName, contentType: 'audio/wav', content, spoken }
}

/** Joins recorded sentences and their texts into one file for `addRecorded`. */
export function spokenFile(fileName: string, clips: readonly string[], { pauseSeconds = 0 } = {}): Recorded {
  const parts: Buffer[] = []
  const spoken: Spoken[] = []
  let start = 0
  for (const clip of clips) {
    const samples = wavSamples(recording(`voxforge_ru/ru_${clip}.wav`))
    const end = start + samples.length / BYTES_PER_SECOND
    spoken.push({ text: sentence(reference(`voxforge_ru/ru_${clip}.wav`)), start, end })
    parts.push(samples, Buffer.alloc(pauseSeconds * BYTES_PER_SECOND))
    start = end + pauseSeconds
  }
  return { fileName, contentType: 'audio/wav', content: toWav(Buffer.concat(parts)), spoken }
}

/** Capitalises and punctuates a reference text as the engine does. */
function sentence(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/[.!?]$/, '')}.`
}

/** Reads the ledger and the subscription of a person. */
export async function bookOf({ id }: Person) {
  const { db, now } = await stack()
  const { subscription, planSeconds: plan, extraSeconds: extra } = await balanceOf(db, id, now())
  const { tariff, status, nextTariff, paidUntil, anchorAt } = subscription
  const monthsPaid = paidUntil ? monthsBetween(anchorAt, paidUntil) : 0
  return {
    tariff: tariff.name,
    status,
    plan,
    extra,
    next: nextTariff?.name,
    paidUntil: paidUntil?.toISOString(),
    monthsPaid,
  }
}

export async function expectLedgerExact({ id }: Person): Promise<void> {
  await assertLedgerExact((await stack()).db, id)
}

/** Lets the paid time of a person end: what is due then happens now. */
export async function renewLater(person: Person): Promise<void> {
  const { paidUntil } = await bookOf(person)
  const later = new Date(new Date(paidUntil ?? 0).getTime() + 1000)
  await advance({ ...(await stack()), now: () => later }, person.id)
}

/** A new promo code that gives these minutes to anybody, once. */
export async function addPromo(minutes: number): Promise<string> {
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase()
  await createPromo(await stack(), { code, minutes, maxUses: null, expiresAt: null })
  return code
}

/** Lets the week pass in which a person may keep the account, and has the deletions that are due begin. */
export async function endWeekOf({ id }: Person): Promise<void> {
  const ctx = await stack()
  await ctx.db
    .updateTable('users')
    .set({ deletionDueAt: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .where('deletionDueAt', 'is not', null)
    .execute()
  await sweepPrivacy(ctx)
}
