import { describe, expect, it } from 'vitest'

import { Slots } from '#platform/limits/slots.ts'

import { createPasswords } from './index.ts'

describe('passwords', () => {
  it('are stored as salted argon2id hashes and verified', async () => {
    const passwords = createPasswords()
    const [one, other] = [await passwords.hash('Пароль-1'), await passwords.hash('Пароль-1')]

    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(one).not.toBe(other)
    expect(await passwords.isRight('Пароль-1', one)).toBe(true)
    expect(await passwords.isRight('пароль-1', one)).toBe(false)
    expect(await passwords.isRight('Пароль-1', null)).toBe(false)
  })

  it('are refused when too many are checked at once', async () => {
    const passwords = createPasswords()

    const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => passwords.isRight('x', null)))

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(100)
    expect(refused[0]?.reason).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 5 })
  })
})

describe('slots', () => {
  it('bound the running and the queued work, and serve it in order', async () => {
    const slots = new Slots(2, 2)
    const order: number[] = []
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const uses = gates.map(({ promise }, n) => slots.use(async () => (order.push(n), promise)))

    expect(await slots.use(async () => 'late')).toBeUndefined()
    for (const { resolve } of gates) resolve()
    await Promise.all(uses)

    expect(order).toEqual([0, 1, 2, 3])
    expect(await slots.use(async () => 'again')).toBe('again')
  })
})
