import type { SwitchName } from '@doslovno/domain/switches.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createDb } from '#platform/db.ts'
import { registry } from '#platform/telemetry.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { FRESH_MS, isOn, listSwitches, setSwitch } from './switches.ts'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await test.close()
})

const turn = (name: SwitchName, isOn: boolean) => setSwitch(test.ctx, { name, isOn, by: 'olga', reason: 'incident 7' })

describe('a switch', () => {
  it('is on until an operator turns it off, which is audited and measured', async () => {
    const before = await isOn(test.ctx, 'links')
    await turn('links', false)

    const events = await test.ctx.db.selectFrom('auditEvents').select(['kind', 'details']).execute()
    expect([before, await isOn(test.ctx, 'links'), await isOn(test.ctx, 'uploads')]).toEqual([true, false, true])
    expect(events).toEqual([
      { kind: 'switchChanged', details: { name: 'links', state: 'off', by: 'olga', reason: 'incident 7' } },
    ])
    expect(await registry.metrics()).toContain('switch_off{name="links"} 1')
    expect(await listSwitches(test.ctx)).toContainEqual(
      expect.objectContaining({ name: 'links', isOn: false, changedBy: 'olga', reason: 'incident 7' }),
    )
  })

  it('reaches another process within five seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const db = createDb(test.config.databaseUrl, () => undefined, { connections: 1 })
    await isOn(test.ctx, 'uploads')

    await setSwitch({ ...test.ctx, db }, { name: 'uploads', isOn: false, by: 'olga', reason: 'disk' })
    await db.destroy()
    const known = await isOn(test.ctx, 'uploads')
    vi.advanceTimersByTime(FRESH_MS)

    expect([known, await isOn(test.ctx, 'uploads')]).toEqual([true, false])
  })
})

describe('switched off', () => {
  const registration = {
    name: 'Anna',
    surname: '',
    email: 'anna@example.ru',
    password: 'Right-pass-1',
    privacyApprove: true,
    utmData: '',
    promoCode: '',
  }

  it('registration is refused beside the e-mail, and works again once it is on', async () => {
    const register = () => test.app.inject({ method: 'POST', url: '/api/account/register', payload: registration })
    await turn('registration', false)
    const refused = await register()
    await turn('registration', true)

    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json()).toMatchObject({ code: 'switchedOff', fields: { email: { code: 'switchedOff' } } })
    expect((await register()).statusCode).toBe(200)
  })

  it.each([
    ['uploads', '/api/uploads', { fileName: 'a.mp3', contentType: 'audio/mpeg', size: 1000 }, 'switchedOff'],
    ['links', '/api/scripts/upload-by-link', { url: 'https://example.ru/a.mp3' }, 'switchedOff'],
    ['payments', '/api/account/payment/minutes', { minutesCount: 10 }, 'paymentsOff'],
    ['summaries', `/api/scripts/${crypto.randomUUID()}/questions`, { question: 'When?' }, 'switchedOff'],
  ] as const)('%s are refused, and the rest works', async (name, url, payload, code) => {
    const owner = await test.signIn()
    await turn(name, false)

    const reply = await owner.call({ method: 'POST', url, payload })

    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([503, code])
    expect((await owner.call({ url: '/api/scripts' })).statusCode).toBe(200)
  })

  it('the public API is refused to keys and open to people', async () => {
    const owner = await test.signIn()
    const created = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
    const program = test.as(created.json<{ apiKey: string }>().apiKey)
    const before = await program.call({ url: '/api/scripts' })
    await turn('publicApi', false)

    const after = await program.call({ url: '/api/scripts' })

    expect([before.statusCode, after.statusCode]).toEqual([200, 503])
    expect(after.json()).toMatchObject({ code: 'switchedOff' })
    expect((await owner.call({ url: '/api/scripts' })).statusCode).toBe(200)
  })
})
