import type { Summary } from '@doslovno/contract/summaries.ts'
import { type SummaryType, summaryTypes } from '@doslovno/domain/summary/types.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addTalk, composeWaiting, make, read, urlOf } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const BUSINESS = 4
const MINUTES = 2

type Person = Pick<Caller, 'call'>

let test: TestApp
let owner: Caller
let people: Record<'visitor' | 'other' | 'superuser' | 'owner', Person>

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
  people = {
    visitor: { call: (options) => test.app.inject(options) },
    other: await test.signIn(),
    superuser: await signInSuperuser(),
    owner,
  }
})
afterAll(() => test.close())

async function signInSuperuser(): Promise<Caller> {
  const caller = await test.signIn()
  await test.ctx.db.updateTable('users').set({ isSuperuser: true }).where('id', '=', caller.userId ?? '').execute() // prettier-ignore
  return caller
}

async function addReadyTalk(isPublic: boolean): Promise<string> {
  const id = await addTalk(test, owner, { isPublic })
  await test.ctx.db.deleteFrom('thesesUses').execute()
  for (const type of summaryTypes) await make(owner, id, type)
  await composeWaiting(test)
  return id
}

/** Statuses of a read and of a request to make a summary that is missing. */
async function statusesOf(person: Person, type: SummaryType, isPublic: boolean): Promise<number[]> {
  const got = await person.call({ url: urlOf(await addReadyTalk(isPublic), type) })
  const made = await make(person, await addTalk(test, owner, { isPublic }), type)
  await composeWaiting(test)
  return [got.statusCode, made.statusCode]
}

describe('access to summaries', () => {
  it.each([
    ['visitor', 'about', true, [200, 403]],
    ['visitor', 'summary', true, [200, 403]],
    ['visitor', 'theses', true, [403, 403]],
    ['visitor', 'about', false, [404, 403]],
    ['visitor', 'summary', false, [404, 403]],
    ['visitor', 'theses', false, [404, 403]],
    ['other', 'about', true, [200, 404]],
    ['other', 'summary', true, [200, 404]],
    ['other', 'theses', true, [200, 404]],
    ['other', 'about', false, [404, 404]],
    ['other', 'summary', false, [404, 404]],
    ['other', 'theses', false, [404, 404]],
    ['superuser', 'about', true, [200, 200]],
    ['superuser', 'summary', true, [200, 200]],
    ['superuser', 'theses', true, [200, 200]],
    ['superuser', 'about', false, [404, 404]],
    ['superuser', 'summary', false, [404, 404]],
    ['superuser', 'theses', false, [404, 404]],
    ['owner', 'about', true, [200, 200]],
    ['owner', 'summary', true, [200, 200]],
    ['owner', 'theses', true, [200, 200]],
    ['owner', 'about', false, [200, 200]],
    ['owner', 'summary', false, [200, 200]],
    ['owner', 'theses', false, [200, 200]],
  ] as const)('of a %s to %s of a file, public: %s, is %j [SUM-3]', async (who, type, isPublic, statuses) => {
    expect(await statusesOf(people[who], type, isPublic)).toEqual(statuses)
  })

  it('asks a visitor to log in for theses [SUM-3]', async () => {
    const reply = await people.visitor.call({ url: urlOf(await addReadyTalk(true), 'theses') })

    expect(reply.json()).toMatchObject({ code: 'needAuthorization', error: 'Need to authorization' })
  })

  it('tells a signed-in reader that theses are missing and that others make them [SUM-3]', async () => {
    const id = await addTalk(test, owner, { isPublic: true })

    const missing = await read(people.other, id, 'theses')

    expect(missing).toMatchObject({ status: 'missing', canMake: false, content: [] })
  })

  it('shows theses on the page of a signed-in reader [SUM-3]', async () => {
    const id = await addReadyTalk(true)

    const file = (await people.other.call({ url: `/api/scripts/${id}` })).json<{ scriptSummary: Summary[] }>()

    expect(file.scriptSummary.map(({ type }) => type)).toEqual(['about', 'summary', 'theses'])
  })

  it('hides theses from the page of a visitor, and dropped statements from everybody but the owner', async () => {
    const id = await addReadyTalk(true)
    await dropFirstStatement(id)
    const { visitor } = people

    const { scriptSummary } = (await visitor.call({ url: `/api/scripts/${id}` })).json<{ scriptSummary: Summary[] }>()
    const [shown, own] = [await read(visitor, id, 'summary'), await read(owner, id, 'summary')]

    expect(scriptSummary.map(({ type }) => type)).toEqual(['about', 'summary'])
    expect(shown.statements.map(({ check }) => check)).not.toContain('dropped')
    expect([shown.checked.dropped, own.checked.dropped]).toEqual([0, 1])
    expect(own.statements[0]?.check).toBe('dropped')
    expect(own.text).not.toContain(own.statements[0]?.text)
  })
})

describe('making a complete summary again', () => {
  it('is offered to superusers, with a template, and audited [SUM-4]', async () => {
    const id = await addReadyTalk(true)

    const before = await read(people.superuser, id, 'summary')
    const reply = await make(people.superuser, id, 'summary', { templateId: MINUTES })
    await composeWaiting(test)

    expect(before).toMatchObject({ canMake: true, canChooseTemplate: true })
    expect(reply.json()).toMatchObject({ status: 'process', text: before.text })
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', templateId: MINUTES })
    const events = await test.ctx.db.selectFrom('auditEvents').select('details').where('kind', '=', 'summaryRemade').execute() // prettier-ignore
    expect(events).toContainEqual({ details: { scriptId: id, type: 'summary' } })
  })

  it('is offered to owners with settings of the model in their tariff [SUM-4]', async () => {
    const rich = await test.signIn({ tariffId: BUSINESS })
    const id = await addTalk(test, rich)
    await make(rich, id, 'summary')
    await composeWaiting(test)

    const before = await read(rich, id, 'summary')
    const reply = await make(rich, id, 'summary', { templateId: MINUTES })

    expect(before).toMatchObject({ canMake: true, canChooseTemplate: true })
    expect(reply.json()).toMatchObject({ status: 'process' })
  })

  it('refuses a template to owners whose tariff has none [SUM-4]', async () => {
    const id = await addTalk(test, owner)

    const chosen = await make(owner, id, 'summary', { templateId: MINUTES })
    const plain = await make(owner, id, 'summary', { templateId: null })

    expect([chosen.statusCode, chosen.json()]).toMatchObject([402, { code: 'templateNotAllowed' }])
    expect(plain.json()).toMatchObject({ status: 'process', canChooseTemplate: false })
  })

  it('refuses an unknown template', async () => {
    const id = await addReadyTalk(true)

    const replies = [await make(people.superuser, id, 'summary', { templateId: 99 }), await make(people.superuser, id, 'summary', { templateId: 2 ** 40 })] // prettier-ignore

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  })
})

async function dropFirstStatement(scriptId: string): Promise<void> {
  const making = test.ctx.db.selectFrom('summaries').select(['id', 'statements']).where('scriptId', '=', scriptId).where('type', '=', 'summary') // prettier-ignore
  const { id, statements } = await making.executeTakeFirstOrThrow()
  const dropped = (statements ?? []).map((one, at) => (at === 0 ? { ...one, verdict: 'dropped' } : one))
  await test.ctx.db.updateTable('summaries').set({ statements: JSON.stringify(dropped) }).where('id', '=', id).execute() // prettier-ignore
}
