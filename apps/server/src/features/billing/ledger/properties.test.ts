import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LedgerBooks } from '#test/ledger-books.ts'
import { LedgerModel, type LedgerSnapshot, type LedgerStep, type StepResult } from '#test/ledger-model.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp

const START = new Date('2027-01-31T10:00:00Z')
/** Small tariffs: the model counts single seconds. */
const TARIFFS = [
  { id: 91, minutes: 1 },
  { id: 92, minutes: 2 },
]

beforeAll(async () => {
  test = await createTestApp()
  const free = { name: 'Small', priceMonthKopecks: 0, priceMinuteKopecks: 0 }
  const limits = { fileSizeMb: 1, fileStorageDays: 1, limitFileCount: null, meta: '{}' }
  const tariffs = TARIFFS.map((tariff) => ({ ...tariff, ...free, ...limits }))
  await test.ctx.db.insertInto('tariffs').values(tariffs).execute()
})
afterAll(() => test.close())

const [seconds, source, process] = [fc.integer({ min: 1, max: 150 }), fc.nat({ max: 2 }), fc.nat({ max: 5 })]
const step: fc.Arbitrary<LedgerStep> = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), source, seconds }),
  fc.record({ kind: fc.constant('reserve' as const), process, seconds, force: fc.boolean() }),
  fc.record({ kind: fc.constant('settle' as const), process, used: fc.nat({ max: 160 }) }),
  fc.record({ kind: fc.constant('revoke' as const), source, seconds }),
  fc.constant({ kind: 'upgrade' as const }),
  fc.constant({ kind: 'balance' as const }),
)

/** Days pass between rounds. */
const rounds = (most: number) => {
  const round = fc.record({ days: fc.nat({ max: 20 }), steps: fc.array(step, { minLength: 1, maxLength: most }) })
  return fc.array(round, { minLength: 1, maxLength: 4 })
}

type Call = { step: LedgerStep; at: Date }

const HOUR = 3_600_000

/** Callers read their clocks a moment apart. Every round ends with a refresh, so that all that ended has expired. */
function callsOf(history: readonly { days: number; steps: readonly LedgerStep[] }[]) {
  let now = START.getTime()
  return history.map(({ days, steps }) => {
    // An hour more than whole days, so that no round falls on the end of a month.
    now += (24 * days + 1) * HOUR
    const calls = steps.map((call, index): Call => ({ step: call, at: new Date(now + index) }))
    return { calls, end: { step: { kind: 'refresh' }, at: new Date(now + HOUR / 2) } satisfies Call }
  })
}

async function openBooks() {
  const { id: userId } = await test.createUser()
  const [{ id: tariffId } = { id: 0 }] = TARIFFS
  const subscription = test.ctx.db.updateTable('subscriptions').set({ tariffId, anchorAt: START })
  await subscription.where('userId', '=', userId).execute()
  const tariffs = TARIFFS.map(({ id }) => id)
  return { userId, books: new LedgerBooks(test.ctx.db, userId, tariffs) }
}

const newModel = () => new LedgerModel(START, TARIFFS.map(({ minutes }) => minutes * 60)) // prettier-ignore

describe('the ledger of one user', () => {
  it('answers like the model after any sequence of calls, repeated ones included', async () => {
    const property = fc.asyncProperty(rounds(12), async (history) => {
      const { userId, books } = await openBooks()
      const model = newModel()
      for (const { calls, end } of callsOf(history)) {
        for (const call of [...calls, end])
          expect({ ...call, result: await books.run(call.step, call.at) }).toEqual({
            ...call,
            result: model.run(call.step, call.at),
          })
        expect(await books.snapshot()).toEqual(model.snapshot())
      }
      await assertLedgerExact(test.ctx.db, userId)
    })

    await fc.assert(property, { numRuns: 20 })
  })

  it('answers concurrent callers as if they had come one after another, in some order', async () => {
    const property = fc.asyncProperty(rounds(5), async (history) => {
      const { userId, books } = await openBooks()
      const past: Call[] = []
      for (const { calls, end } of callsOf(history)) {
        const results = await Promise.all(calls.map(({ step: call, at }) => books.run(call, at)))
        await books.run(end.step, end.at)
        const snapshot = await books.snapshot()
        const order = orders(calls.map((_call, index) => index)).find((tried) =>
          isExplained({ past, calls, order: tried, end, results, snapshot }),
        )
        expect({ calls, results, snapshot, order }).toMatchObject({ order: expect.any(Array) })
        past.push(...(order ?? []).flatMap((index) => calls[index] ?? []), end)
      }
      await assertLedgerExact(test.ctx.db, userId)
    })

    await fc.assert(property, { numRuns: 20 })
  })
})

type Explanation = {
  past: readonly Call[]
  calls: readonly Call[]
  order: readonly number[]
  end: Call
  results: readonly StepResult[]
  snapshot: LedgerSnapshot
}

/** Whether the model, called in this order, gives every caller the same answer and ends in the same state. */
function isExplained({ past, calls, order, end, results, snapshot }: Explanation): boolean {
  const model = newModel()
  for (const { step: call, at } of past) model.run(call, at)
  const isSame = order.every((index) => {
    const call = calls[index]
    return call !== undefined && model.run(call.step, call.at) === results[index]
  })
  if (!isSame) return false
  model.run(end.step, end.at)
  return isDeepStrictEqual(model.snapshot(), snapshot)
}

function orders(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) => orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))
}
