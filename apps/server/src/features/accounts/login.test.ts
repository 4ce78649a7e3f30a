import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { updateUser, userById } from '#features/users/index.ts'
import { countWork } from '#test/count-work.ts'
import { loginFrom } from '#test/guessing.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

import { loginByPassword } from './login.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function workOf(email: string): Promise<string[]> {
  const { ctx, work } = countWork(test.ctx)
  const client = { address: '10.1.1.1', userAgent: '' }
  await expect(loginByPassword(ctx, { email, password: 'Wrong-pass-1' }, client)).rejects.toMatchObject({
    code: 'wrongLogin',
  })
  return work
}

describe('a login', () => {
  it('does the same work for an unknown e-mail as for a wrong password', async () => {
    const { email } = await test.createUser()

    const [known, unknown] = [await workOf(email), await workOf('nobody@example.ru')]

    expect(known).toContain('password check')
    expect(unknown).toEqual(known)
  })

  it('replaces a hash made with other parameters', async () => {
    const { id, email } = await test.createUser()
    const other = await hash(PASSWORD, { memoryCost: 16, timeCost: 1, parallelism: 1 })
    await updateUser(test.ctx.db, id, { passwordHash: other })

    const first = await loginFrom(test, email, PASSWORD, '10.1.1.1')
    const stored = (await userById(test.ctx.db, id))?.passwordHash
    const second = await loginFrom(test, email, PASSWORD, '10.1.1.1')

    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect((await userById(test.ctx.db, id))?.passwordHash).toBe(stored)
  })
})
