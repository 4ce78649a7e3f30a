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
  /** The clock that the app sees: it runs until it is set, and stands still from then on. */
  clock: { now: Date }
  close(): Promise<void>
  createUser(changes?: UserChanges): Promise<{ id: string; email: string }>
  /** Calls as a new user, signed in by the real call. */
  signIn(changes?: UserChanges): Promise<Caller>
  signInAs(userId: string): Promise<Caller>
  as(accessToken: string): Caller
}

/** A new user has the free tariff unless told otherwise. */
export type UserChanges = { tariffId?: number }

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
  const clock = createClock()
  const ctx: Context = { ...(await createContext(config, createLog('silent', 'test'))), now: () => clock.now }
  const app = await buildApp(ctx)
  const as = (accessToken: string): Caller => ({
    authorization: `Bearer ${accessToken}`,
    call: (options) =>
      app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${accessToken}` } }),
  })
  const createUser = (changes?: UserChanges) => insertUser(ctx, changes)
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
    signIn: async (changes) => signInAs((await createUser(changes)).id),
    signInAs,
    close: async () => {
      await app.close()
      await ctx.close()
      await database.drop()
    },
  }
}

function createClock(): TestApp['clock'] {
  let fixed: Date | undefined
  return {
    get now() {
      return fixed ?? new Date()
    },
    set now(moment) {
      fixed = moment
    },
  }
}

async function insertUser(ctx: Context, changes: UserChanges = {}): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `user-${id}@example.ru`
  const passwordHash = await ctx.passwords.hash(PASSWORD)
  // Workers have clocks of their own: by all of them the same month of the tariff must run.
  const tariffSince = new Date(ctx.now().getTime() - 3600_000)
  await ctx.db
    .insertInto('users')
    .values({ id, email, name: 'Test', passwordHash, tariffSince, ...changes })
    .execute()
  return { id, email }
}
