import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'

import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import { readMails } from '@doslovno/server/test/mailbox.ts'
import { form, newEmail } from '@doslovno/server/test/people.ts'
import { textOf } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { words } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { headersOf, uploadFile } from '#lab/processes.ts'
import { clip } from '#lab/recordings.ts'
import { openFolder, withOwnServers } from '#lab/servers.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import { mail } from '#scripts/services/simulators.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot, servers } from '#scripts/settings.ts'

import { build, configureEngine, enginePackages, makeBases, makeSettings, megabytesOf, podman, RIGHTS, rightsOf, runOnce, startReady, stop } from './image/containers.ts' // prettier-ignore

const LIMIT_SECONDS = 300
const isKept = words.includes('--keep')
const services = [postgres, s3, redis, mail]

/**
 * Builds the images and runs them unprivileged and read-only, from a registration to a transcript. With a folder to keep
 * bases and layers in, the next run builds only what has changed.
 */
export async function main(): Promise<void> {
  ensurePackages([...enginePackages, ...services.flatMap(({ packages }) => packages)])
  await withOwnServers(services, async () => {
    const folder = isKept ? (words.at(-1) ?? '') : openFolder('image-')
    configureEngine(folder)
    if (!isKept) atEnd(() => podman('rmi', '--all', '--force'))
    atEnd(() => podman('rm', '--all', '--force', '--volumes', '--time', '0'))
    await timed('bases', () => makeBases(folder))
    // The worker and migrate start from layers that the build of the api leaves.
    await buildTarget('api')
    await Promise.all([buildTarget('migrate'), buildTarget('worker')])
    await prove()
  })
}

async function buildTarget(target: string): Promise<void> {
  const tag = `localhost/doslovno-${target}`
  const dockerfile = `${projectRoot}/deploy/Dockerfile`
  await timed(`build: ${target}`, () => build('--layers', '--target', target, '-t', tag, '-f', dockerfile, projectRoot))
  log(`${target}: ${(await megabytesOf(tag)).toFixed(0)} MB`)
}

async function prove(): Promise<void> {
  const { ports, env } = await makeSettings()
  const url = env.PUBLIC_URL ?? ''
  await timed('migrate', () => runOnce('doslovno-migrate', env))
  log(await runOnce('doslovno-worker', {}, 'node', 'scripts/models/main.ts', 'whisper-tiny'))
  await timed('api and worker ready', () =>
    Promise.all([startReady('api', env, ports.apiOps), startReady('worker', env, ports.workerOps)]),
  )
  for (const name of ['api', 'worker']) {
    const rights = await rightsOf(name)
    mark(`${name} has no rights`, rights, RIGHTS.test(rights))
  }
  const page = await (await fetch(url)).text()
  mark('the api serves the web app', page.slice(0, 20), page.includes('<div id="root">'))
  const recording = toWav(Buffer.concat([clip(0), clip(1), clip(2)]))
  const script = await timed('registration to transcript', async () => transcribe(url, await register(url), recording))
  mark('a transcript of three read sentences', textOf(script), textOf(script).length > 40)
  for (const name of ['api', 'worker']) {
    const code = await timed(`stop: ${name}`, () => stop(name))
    mark(`${name} exits with 0`, String(code), code === 0)
  }
}

/** Registers over HTTP and follows the link of the mail; returns an access token. */
async function register(url: string): Promise<string> {
  const [email, browserSecret] = [newEmail(), randomBytes(32).toString('base64url').slice(0, 43)]
  await post(`${url}/api/account/register`, form(email, { browserSecret }))
  let token: string | undefined
  await waitUntil(`a mail to ${email}`, LIMIT_SECONDS, async () => {
    const [newest] = await readMails(servers.mail.pagePort, email)
    token = /token=([\w-]+)/.exec(newest?.text ?? '')?.[1]
    return token !== undefined
  })
  const pair = await post(`${url}/api/account/confirm-mail`, { token, browserSecret })
  return (pair as { accessToken: string }).accessToken
}

/** Uploads a recording, starts its processing and waits for the end; returns its text. */
async function transcribe(url: string, token: string, recording: Buffer): Promise<Script> {
  const script = `${url}/api/scripts/${await uploadFile(url, token, recording)}`
  const get = async (path: string) => (await fetch(script + path, { headers: headersOf({ token }) })).json()
  await post(`${script}/process`, { language: 'ru' }, token)
  let state: ProcessState | undefined
  await waitUntil('the recording to be processed', LIMIT_SECONDS, async () => {
    state = (await get('/status')) as ProcessState
    return state.status !== 'processing'
  })
  assert.equal(state?.status, 'complete', JSON.stringify(state))
  return (await get('')) as Script
}

async function post(url: string, body: object, token?: string): Promise<unknown> {
  const reply = await fetch(url, { method: 'POST', headers: headersOf({ token, body }), body: JSON.stringify(body) })
  const text = await reply.text()
  assert.equal(reply.status, 200, `${url}: ${text}`)
  return JSON.parse(text || '{}')
}
