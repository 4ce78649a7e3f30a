import { describe, expect, it } from 'vitest'

import { createPasswords } from './index.ts'
import { Slots } from './slots.ts'

describe('passwords', () => {
  it('are kept as argon2id hashes of their own, and told right from wrong', async () => {
    const passwords = createPasswords()
    const [one, other] = [await passwords.hash('Пароль-1'), await passwords.hash('Пароль-1')]

    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(one).not.toBe(other)
    expect(await passwords.isRight('Пароль-1', one)).toBe(true)
    expect(await passwords.isRight('пароль-1', one)).toBe(false)
    expect(await passwords.isRight('Пароль-1', null)).toBe(false)
  })

  it('too many at once are refused instead of waiting for minutes', async () => {
    const passwords = createPasswords()

    const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => passwords.isRight('x', null)))

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(100)
    expect(refused[0]?.reason).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 5 })
  })
})

describe('slots', () => {
  it('run so many at once, keep so many in line, and serve them in turn', async () => {
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
