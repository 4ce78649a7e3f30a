import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { listenToEvents } from '@doslovno/contract/events.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

import { createPasswords } from '#adapters/passwords/index.ts'
import { buildApp } from '#app.ts'
import { type Context, createContext } from '#context.ts'
import { openApiDocument, API_VERSION } from '#features/api-docs/document.ts'
import { contactOf } from '#features/users/index.ts'
import { subscribers } from '#handlers.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

import { cloneDatabase } from './database.ts'
import { createDocumentCheck } from './documented.ts'
import { testModelsDir } from './recordings/recordings.ts'
import { addUser } from './users.ts'

export const PASSWORD = 'Right-pass-1'

/** The least that argon2 takes: tests hash thousands of passwords. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export type TestApp = {
  app: FastifyInstance
  ctx: Context
  config: Config
  /** The app's clock: real time until it is set, fixed afterwards. */
  clock: { now: Date }
  close(): Promise<void>
  createUser(changes?: UserChanges): Promise<{ id: string; email: string }>
  /** Creates a user and signs in over HTTP. */
  signIn(changes?: UserChanges): Promise<Caller>
  signInAs(userId: string): Promise<Caller>
  as(accessToken: string): Caller
}

/** `tariffId` defaults to the free tariff. */
export type UserChanges = { tariffId?: number }

export type Caller = {
  userId?: string
  authorization: string
  call(options: InjectOptions): Promise<LightMyRequestResponse>
}

/** The real app with its own database. */
export async function createTestApp(changes: Partial<Config> = {}): Promise<TestApp> {
  const database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  const env = { ...process.env, DATABASE_URL: database.url, MODELS_DIR: testModelsDir() }
  const config: Config = { ...readConfig(env), ...changes }
  const clock = createClock()
  const ctx: Context = {
    ...(await createContext(config, createLog('silent', 'test'), subscribers)),
    passwords: createPasswords(CHEAP),
    now: () => clock.now,
  }
  const app = await buildApp(ctx)
  checkReplies(app)
  const as = (accessToken: string): Caller => ({
    authorization: `Bearer ${accessToken}`,
    call: (options) =>
      app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${accessToken}` } }),
  })
  const createUser = async (changes?: UserChanges) =>
    addUser(ctx.db, { name: 'Test', passwordHash: await ctx.passwords.hash(PASSWORD), now: ctx.now(), ...changes })
  const signInAs = async (id: string) => {
    const email = (await contactOf(ctx.db, id))?.email
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

const findDrift = createDocumentCheck(openApiDocument({ publicUrl: 'http://127.0.0.1', version: API_VERSION }))

/** Fails a test whose app replies otherwise than the public API is documented. */
function checkReplies(app: FastifyInstance): void {
  const inject = app.inject.bind(app)
  const checked = async (options: InjectOptions) => {
    const stream = isStream(options) && (await inject({ ...options, payloadAsStream: true }))
    // A refusal is no stream: it is asked for again, to be read.
    if (stream && headOf(stream).statusCode === 200) return stream
    const reply = await inject(options)
    const drift = findDrift({
      method: reply.raw.req.method ?? '',
      path: new URL(reply.raw.req.url ?? '', 'http://127.0.0.1').pathname,
      status: reply.statusCode,
      contentType: String(reply.headers['content-type']),
      body: decoded(reply),
    })
    if (drift) throw new Error(drift)
    return reply
  }
  app.inject = checked as typeof app.inject // its other forms, with a callback or without options, are not used
}

function isStream({ url = '' }: InjectOptions): boolean {
  return typeof url === 'string' && new URL(url, 'http://127.0.0.1').pathname === listenToEvents.path
}

/** Leaves at once: a stream of events has no end to wait for. */
function headOf(reply: LightMyRequestResponse): LightMyRequestResponse {
  reply.stream().destroy()
  return reply
}

/** The body of a reply that may be compressed. */
export function decoded({ headers, rawPayload }: LightMyRequestResponse): string {
  const { 'content-encoding': encoding } = headers
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString()
  return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
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
