import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AppError } from '#platform/errors.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addUser } from '#test/users.ts'

import { activatePromo, applyPromoQuietly, closePromo, createPromo, listPromos } from './promo.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 100 } })
})
afterAll(() => test.close())

const NOW = new Date('2027-02-01T10:00:00Z')
const DAY = 24 * 3_600_000
let codes = 0

async function newCode(changes: { minutes?: number; maxUses?: number; expiresAt?: Date } = {}): Promise<string> {
  const code = `CODE-${codes++}`
  await createPromo(test.ctx, { code, minutes: 60, maxUses: null, expiresAt: null, ...changes })
  return code
}

async function newUser(): Promise<string> {
  return (await addUser(test.ctx.db, { name: 'Anna', passwordHash: '-' })).id
}

const activate = (userId: string, code: string) =>
  activatePromo(test.ctx, { userId, kind: 'session', sessionId: '-', scopes: [] }, code)
const outcome = (userId: string, code: string) =>
  activate(userId, code).catch((error: unknown) => (error instanceof AppError ? error.code : error))

function promoLots(code: string) {
  return test.ctx.db.selectFrom('lots').selectAll().where('source', 'like', `promo:${code}:%`).execute()
}

describe('a promo code', () => {
  it('grants its minutes for 365 days, in any spelling [ACC-6, API-6]', async () => {
    test.clock.now = NOW
    const code = await newCode({ minutes: 45 })
    const user = await test.signIn()

    const reply = await user.call({
      method: 'POST',
      url: '/api/account/promo/activation',
      payload: { code: ` ${code.toLowerCase()} ` },
    })

    expect(reply.json()).toEqual({ minutes: 45 })
    expect(await promoLots(code)).toMatchObject([
      { kind: 'promo', grantedSeconds: 2700, expiresAt: new Date(NOW.getTime() + 365 * DAY) },
    ])
    const info = await user.call({ url: '/api/account/info' })
    expect(info.json()).toMatchObject({ minutesExtraRemain: 45 })
  })

  it('is refused if it is unknown, used before, expired, used up or closed [ACC-6]', async () => {
    test.clock.now = NOW
    const [userId, other] = [await newUser(), await newUser()]
    const [used, single, closed] = [await newCode(), await newCode({ maxUses: 1 }), await newCode()]
    const expired = await newCode({ expiresAt: NOW })
    await activate(userId, used)
    await activate(other, single)
    await closePromo(test.ctx, closed)

    const outcomes = []
    for (const code of ['NO-SUCH-CODE', used, expired, single, closed]) outcomes.push(await outcome(userId, code))

    expect(outcomes).toEqual(['promoNotFound', 'promoUsed', 'promoEnded', 'promoEnded', 'promoEnded'])
  })

  it('is granted to exactly one of 200 accounts if it has one use', async () => {
    const code = await newCode({ maxUses: 1 })
    const users = await Promise.all(Array.from({ length: 200 }, newUser))

    const outcomes = await Promise.all(users.map((userId) => outcome(userId, code)))

    expect(outcomes.filter((result) => result === 60)).toHaveLength(1)
    expect(outcomes.filter((result) => result === 'promoEnded')).toHaveLength(199)
    expect(await promoLots(code)).toHaveLength(1)
  })

  it('is granted once to an account that activates it 200 times at once', async () => {
    const code = await newCode()
    const userId = await newUser()

    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(userId, code)))

    expect(outcomes.filter((result) => result === 60)).toHaveLength(1)
    expect(outcomes.filter((result) => result === 'promoUsed')).toHaveLength(199)
    expect(await promoLots(code)).toHaveLength(1)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('cannot be guessed by many attempts', async () => {
    const strict = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const user = await strict.signIn()

    const statuses = []
    for (let n = 0; n < 12; n++) {
      const payload = { code: `GUESS-${n}` }
      statuses.push((await user.call({ method: 'POST', url: '/api/account/promo/activation', payload })).statusCode)
    }
    await strict.close()

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
  })

  it('is listed with its uses, and an existing one is never changed', async () => {
    const code = await newCode({ minutes: 60, maxUses: 7 })
    await activate(await newUser(), code)

    expect(await createPromo(test.ctx, { code, minutes: 5, maxUses: 1, expiresAt: null })).toBe(false)
    expect(await listPromos(test.ctx)).toContainEqual(
      expect.objectContaining({ code, minutes: 60, maxUses: 7, uses: 1 }),
    )
    expect(await closePromo(test.ctx, 'NO-SUCH-CODE')).toBe(false)
  })
})

describe('the promo code of a registration', () => {
  it('changes nothing if the database refuses it: the rest of the transaction stays [AUTH-9]', async () => {
    const code = await newCode({ minutes: 60 })
    // More seconds than an integer holds, so that the grant itself fails.
    await test.ctx.db.updateTable('promoCodes').set({ minutes: 2_000_000_000 }).where('code', '=', code).execute()
    const userId = await test.ctx.db.transaction().execute(async (tx) => {
      const { id } = await addUser(tx, { name: 'Anna', passwordHash: '-' })
      await applyPromoQuietly(test.ctx, tx, { userId: id, code, now: NOW })
      return id
    })

    const user = await test.ctx.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    expect(user).toEqual({ id: userId })
    expect(await test.ctx.db.selectFrom('promoUses').selectAll().where('code', '=', code).execute()).toEqual([])
  })
})
