import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { runJobs } from '#test/run-jobs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
const sent: { to: string; mail: { subject: string; text: string; html: string; replyTo?: string } }[] = []

beforeAll(async () => {
  test = await createTestApp({ operatorEmail: 'team@doslovno.example' })
  test.ctx.mail.send = async (to, mail) => void sent.push({ to, mail })
})
afterAll(() => test.close())

const send = (payload: object) => test.app.inject({ method: 'POST', url: '/api/tools/send-feedback', payload })
const stored = () => test.ctx.db.selectFrom('feedback').selectAll().orderBy('createdAt').execute()

describe('feedback', () => {
  it('is stored for a visitor and mailed to the operator, who can answer it [APP-10] [API-1]', async () => {
    const reply = await send({ email: ' Anna@Example.ru ', text: ' <b>Не открывается</b> файл ', page: '/files/1' })
    await runJobs(test, 'feedback')

    expect([reply.statusCode, reply.json()]).toEqual([200, {}])
    expect(await stored()).toMatchObject([
      { userId: null, email: 'anna@example.ru', text: '<b>Не открывается</b> файл', page: '/files/1' },
    ])
    expect(sent).toMatchObject([{ to: 'team@doslovno.example', mail: { replyTo: 'anna@example.ru' } }])
    expect(sent[0]?.mail.text).toContain('<b>Не открывается</b> файл')
    expect(sent[0]?.mail.html).toContain('&lt;b&gt;Не открывается&lt;/b&gt; файл')
  })

  it('names its author if a user sends it', async () => {
    const user = await test.signIn()
    const payload = { email: 'a@b.ru', text: 'Спасибо' }
    await user.call({ method: 'POST', url: '/api/tools/send-feedback', payload })

    expect((await stored()).at(-1)).toMatchObject({ userId: user.userId, text: 'Спасибо' })
  })

  it.each([
    [{ email: '', text: 'x' }, { email: { code: 'required' } }],
    [{ email: 'nobody', text: 'x' }, { email: { code: 'auth.emailWrongFormat' } }],
    [{ email: 'a@b.ru', text: '  ' }, { text: { code: 'required' } }],
  ])('is refused without an e-mail and a text: %o [APP-10]', async (payload, fields) => {
    const before = (await stored()).length
    const reply = await send(payload)

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalidRequest', fields })
    expect(await stored()).toHaveLength(before)
  })
})
