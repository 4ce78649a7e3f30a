import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { accountCalls } from '#test/sources/account-calls.ts'
import { fileCalls } from '#test/sources/file-calls.ts'
import {
  ACCOUNT,
  OWNER_READS,
  OWNER_WRITES,
  PUBLIC,
  type Prepared,
  type SourceCall,
  type Statuses,
} from '#test/sources/source-call.ts'
import { callsOf, fieldsOf, passage, readSource } from '#test/sources/spec.ts'
import { createWorld, type Person, type World } from '#test/sources/world.ts'
import type { Caller } from '#test/test-app.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const accounts = readSource('source-accounts.txt')
const files = readSource('source-files.txt')

const wordsOf = (text: string) => text.split(' ').filter(Boolean)
const namesIn = (text: string) => text.split(/[ .*]+/).filter(Boolean)

function send(caller: Caller, { call }: Pick<SourceCall, 'call'>, { url, payload, raw }: Prepared) {
  const [method = '', path = ''] = call.split(' ')
  return caller.call({ method: method as 'GET', url: url ?? path, ...(payload && { payload }), ...raw })
}

/** Whether a value has a field by its path; `*` is some item of a list. */
function has(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined
  if (key === '*') return Array.isArray(value) && value.some((item) => has(item, rest))
  if (typeof value !== 'object' || value === null) return false
  return has((value as Record<string, unknown>)[key], rest)
}

/** Objects of the product that the sources do not name. */
const ownObjects: readonly SourceCall[] = [
  {
    call: 'GET /api/processes/{id}',
    sent: '',
    answered: 'status progress stage etaSeconds',
    statuses: OWNER_READS,
    isAboutObject: true,
    make: async ({ newProcess }, person) => ({ url: `/api/processes/${(await newProcess(person)).processId}` }),
  },
  {
    call: 'GET /api/uploads/{id}/parts',
    sent: '',
    answered: '',
    statuses: OWNER_READS,
    isAboutObject: true,
    make: async ({ newUpload }, person) => ({ url: `/api/uploads/${await newUpload(person)}/parts` }),
  },
  {
    call: 'DELETE /api/uploads/{id}',
    sent: '',
    answered: '',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newUpload }, person) => ({ url: `/api/uploads/${await newUpload(person)}` }),
  },
  {
    call: 'GET /api/account/payments/{id}',
    sent: '',
    answered: '',
    statuses: [403, 404, 200, 404, 403, 403],
    isAboutObject: true,
    make: async ({ buyMinutes }, person) => ({ url: `/api/account/payments/${await buyMinutes(person)}` }),
  },
  {
    call: 'GET /api/scripts/{id}',
    sent: '',
    answered: '',
    statuses: PUBLIC, // shared by its owner
    isAboutObject: true,
    make: async ({ newTalk }, person) => {
      const url = `/api/scripts/${await newTalk(person)}`
      await person.call({ method: 'PATCH', url, payload: { publicFlag: true } })
      return { url }
    },
  },
  { call: 'GET /api/account/sessions', sent: '', answered: '', statuses: ACCOUNT },
]

describe('the calls of the sources', () => {
  it.each([
    ['accounts', callsOf(accounts), accountCalls],
    ['files', callsOf(files), fileCalls],
  ] as const)('are all in the table, with every field that the source about %s names [API-1]', (_, said, rows) => {
    expect(rows.map(({ call }) => call)).toEqual(said.map(({ call }) => call))
    for (const [index, { call, sent, answered }] of said.entries()) {
      expect([call, ...wordsOf(rows[index]?.sent ?? '')]).toEqual(expect.arrayContaining([call, ...sent]))
      expect([call, ...namesIn(rows[index]?.answered ?? '')]).toEqual(expect.arrayContaining([call, ...answered]))
    }
  })

  const ANSWERS = [
    ['GET /api/account', 'user.', passage(accounts, '**User**:')],
    ['GET /api/account', 'user.tariff.', passage(accounts, '**Tariff as seen on the user**:')],
    ['GET /api/account', 'events.*.', passage(accounts, 'Each event (a purchase) has')],
    ['GET /api/account/info', 'tariff.', passage(accounts, '**Detailed account info**: tariff (').split(')')[0]],
    ['GET /api/account/info', '', passage(accounts, 'paymentMethodData.title), ')],
    ['GET /api/account/info', 'payments.*.', passage(accounts, '**Payment**:')],
    ['GET /api/account/info', 'notificationTargets.*.', passage(accounts, 'notificationTargets (each').split(')')[0]],
    ['GET /api/account/tariffs', '*.', passage(accounts, '**Tariff in the catalogue**:')],
    ['GET /api/scripts/{id}', 'script.*.', passage(files, '**Transcript segment:**')],
    ['GET /api/scripts/{id}', 'scriptSummary.*.', passage(files, '**scriptSummary**')],
  ] as const
  it.each(ANSWERS)('answer every field of their entities: %s {%s…} [API-1]', (wanted, path, text = '') => {
    const row = [...accountCalls, ...fileCalls].find(({ call }) => call === wanted)

    const fields = fieldsOf(text).map((field) => `${path}${field}`)

    expect(fields.length).toBeGreaterThan(1)
    const known = wordsOf(row?.answered ?? '')
    expect(fields.filter((field) => !known.some((word) => word === field || word.startsWith(`${field}.`)))).toEqual([])
  })

  it('answer every field of a file, in the list, in a search or by its id [API-1]', () => {
    const answered = fileCalls.filter(({ call }) => /^GET \/api\/scripts(\/search|\/\{id\})?$/.test(call))

    const fields = fieldsOf(passage(files, '**Script (file record)**'))

    expect(fields.length).toBeGreaterThan(15)
    expect(answered.flatMap((row) => namesIn(row.answered))).toEqual(expect.arrayContaining(fields))
  })

  it('take every field of a registration and of a speaker [API-1]', () => {
    const sent = (wanted: string) =>
      wordsOf([...accountCalls, ...fileCalls].find(({ call }) => call === wanted)?.sent ?? '')

    expect(sent('POST /api/account/register')).toEqual(
      fieldsOf(passage(accounts, '**Registration payload**:').split('.')[0] ?? ''),
    )
    expect(sent('POST /api/scripts/{id}/edit-speaker-name')).toEqual(fieldsOf(passage(files, '**Speaker:**')))
  })

  it.each([...accountCalls, ...fileCalls, ...ownObjects])(
    '$call takes {$sent} and answers {$answered} [API-1]',
    async (row) => {
      const person = await world.newPerson()
      const prepared = (await row.make?.(world, person)) ?? {}

      const reply = await send(row.statuses[0] === 200 ? world.visitor : person, row, prepared)

      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
      const sent = new URL(prepared.url ?? '/', 'http://localhost').searchParams
      const fields = [...Object.keys(prepared.payload ?? {}), ...sent.keys()]
      expect(fields).toEqual(expect.arrayContaining(wordsOf(row.sent)))
      const answer: unknown = reply.json()
      expect(wordsOf(row.answered).filter((path) => !has(answer, path.split('.')))).toEqual([])
    },
  )
})

it('starts a processing with every option or none [API-4]', async () => {
  const person = await world.newPerson()
  const start = async (payload: object) => {
    const url = `/api/scripts/${await world.newUploaded(person)}/process`
    const { processId } = (await person.call({ method: 'POST', url, payload })).json<{ processId: string }>()
    return world.test.ctx.db.selectFrom('processes').selectAll().where('id', '=', processId).executeTakeFirstOrThrow()
  }
  const chosen = { mediaType: 'lection', speakersCount: -1, templateId: 1, language: 'ru', badQuality: true }
  const standard = { mediaType: 'other', speakersCount: -2, templateId: null, language: 'auto', badQuality: false }

  expect(await start({})).toMatchObject({ ...standard, isForced: false })
  expect(await start({ ...chosen, force: true })).toMatchObject({ ...chosen, isForced: true })
})

/** Every kind of caller in the order of `Statuses`, and the person that a call about oneself is about. */
async function callersOf(): Promise<{ owner: Person; callers: (() => Promise<{ caller: Caller; self: Person }>)[] }> {
  const [owner, other, superuser] = [await world.newPerson(), await world.newPerson(), await world.newSuperuser()]
  const keyWith = async (...scopes: ('read' | 'write')[]) => ({
    caller: await world.newKey(owner, scopes),
    self: owner,
  })
  return {
    owner,
    callers: [
      async () => ({ caller: world.visitor, self: owner }),
      async () => ({ caller: other, self: other }),
      async () => ({ caller: owner, self: owner }),
      async () => ({ caller: superuser, self: superuser }),
      () => keyWith('read'),
      () => keyWith('read', 'write'),
    ],
  }
}

describe('access', () => {
  it.each([...accountCalls, ...fileCalls, ...ownObjects])(
    'is $statuses for visitor, other, owner, superuser, read key, write key: $call [API-2]',
    async (row) => {
      const { owner, callers } = await callersOf()
      const statuses: number[] = []
      for (const call of callers) {
        const { caller, self } = await call()
        const prepared = (await row.make?.(world, row.isAboutObject ? owner : self)) ?? {}
        const reply = await send(caller, row, prepared)
        statuses.push(reply.statusCode)
      }

      expect(statuses satisfies readonly number[]).toEqual(row.statuses satisfies Statuses)
    },
  )
})
