import { randomUUID } from 'node:crypto'

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

import { buildApp } from '#app.ts'
import { type Context, createContext } from '#context.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

import { cloneDatabase } from './database.ts'
import { testModelsDir } from './recordings.ts'

export const PASSWORD = 'Right-pass-1'

export type TestApp = {
  app: FastifyInstance
  ctx: Context
  config: Config
  /** Moves the clock that the app sees. */
  clock: { now: Date }
  close(): Promise<void>
  createUser(): Promise<{ id: string; email: string }>
  /** Calls as a new user, signed in by the real call. */
  signIn(): Promise<Caller>
  signInAs(userId: string): Promise<Caller>
  as(accessToken: string): Caller
}

export type Caller = {
  userId?: string
  authorization: string
  call(options: InjectOptions): Promise<LightMyRequestResponse>
}

/** The real app over a database of its own. */
export async function createTestApp(changes: Partial<Config> = {}): Promise<TestApp> {
  const database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  const env = { ...process.env, DATABASE_URL: database.url, MODELS_DIR: testModelsDir() }
  const config: Config = { ...readConfig(env), ...changes }
  const clock = { now: new Date() }
  const ctx: Context = { ...(await createContext(config, createLog('silent', 'test'))), now: () => clock.now }
  const app = await buildApp(ctx)
  const as = (accessToken: string): Caller => ({
    authorization: `Bearer ${accessToken}`,
    call: (options) =>
      app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${accessToken}` } }),
  })
  const createUser = () => insertUser(ctx)
  const signInAs = async (id: string) => {
    const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const reply = await app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { email, password: PASSWORD },
    })
    return { ...as(reply.json<{ accessToken: string }>().accessToken), userId: id }
  }
  return {
    app,
    ctx,
    config,
    clock,
    as,
    createUser,
    signIn: async () => signInAs((await createUser()).id),
    signInAs,
    close: async () => {
      await app.close()
      await ctx.close()
      await database.drop()
    },
  }
}

async function insertUser(ctx: Context): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `user-${id}@example.ru`
  const passwordHash = await ctx.passwords.hash(PASSWORD)
  await ctx.db.insertInto('users').values({ id, email, name: 'Test', passwordHash }).execute()
  return { id, email }
}
