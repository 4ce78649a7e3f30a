import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import type { Config } from '@doslovno/server/platform/config.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { PASSWORD } from '@doslovno/server/test/test-app.ts'

import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

export type ApiProcess = {
  url: string
  process: ChildProcess
  call(method: string, path: string, options?: CallOptions): Promise<Response>
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Much longer than it takes, for a busy machine. */
const START_SECONDS = 240

type CallOptions = { token?: string; body?: object }

/** Starts the API as in production: a separate process, on the port given or a free one. */
export async function startApi(
  config: Config,
  changes: Record<string, string> = {},
  port?: number,
): Promise<ApiProcess> {
  const apiPort = port ?? (await freePort())
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    MODELS_DIR: config.speech.modelsDir,
    API_PORT: String(apiPort),
    OPS_PORT: '0',
    LOG_LEVEL: 'fatal',
    ...changes,
  }
  const main = resolve(projectRoot, 'apps/server/src/main/api.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${apiPort}`
  const call: ApiProcess['call'] = (method, path, { token, body } = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const isAnswering = () =>
    call('GET', '/api/account/tariffs').then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil('the API to answer', START_SECONDS, isAnswering).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    process: child,
    call,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/** Signs in over HTTP; returns the access token. */
export async function signIn(api: ApiProcess, email: string, password = PASSWORD): Promise<string> {
  const reply = await api.call('POST', '/api/account/login', { body: { email, password } })
  if (!reply.ok) throw new Error(`Sign-in failed: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { accessToken: string }).accessToken
}
