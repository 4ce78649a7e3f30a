import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { textOf } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { mail } from '#scripts/services/mail.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import type { Service } from '#scripts/services/service.ts'
import { projectRoot } from '#scripts/settings.ts'

import { makeBases } from './image/bases.ts'
import { makeSettings, RIGHTS, rightsOf, runOnce, startReady, stop } from './image/containers.ts'
import { build, configureEngine, enginePackages, megabytesOf, removeContainers, removeImages } from './image/engine.ts'
import { register, transcribe } from './image/visitor.ts'
import { hasOwnServers } from '#lab/servers.ts'
import { clip } from './sounds.ts'

/**
 * `pnpm proof image [--keep DIR]`: builds the images and runs them unprivileged and read-only, from a registration to a
 * transcript. With a folder to keep bases and layers in, the next run builds only what has changed.
 */
export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  const services = [postgres, s3, redis, mail]
  const { keep } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true }).values
  const folder = keep ?? mkdtempSync('/tmp/image-')
  try {
    await timed('packages', async () =>
      ensurePackages([...enginePackages, ...services.flatMap(({ packages }) => packages)]),
    )
    configureEngine(folder)
    await Promise.all([timed('bases', () => makeBases(folder)), timed('servers', () => startAll(services))])
    await buildAll()
    await prove()
  } finally {
    await removeContainers().catch(console.error)
    for (const service of services.toReversed()) await service.stop()
    if (!keep) await removeImages().catch(console.error)
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }
}

async function startAll(services: readonly Service[]): Promise<void> {
  for (const service of services) {
    await service.start()
    await service.prepare?.()
  }
}

/** The worker and migrate start from layers that the build of the api leaves. */
async function buildAll(): Promise<void> {
  await buildTarget('api')
  await Promise.all([buildTarget('migrate'), buildTarget('worker')])
}

async function buildTarget(target: string): Promise<void> {
  const tag = `localhost/doslovno-${target}`
  await timed(`build: ${target}`, () =>
    build('--layers', '--target', target, '-t', tag, '-f', `${projectRoot}/deploy/Dockerfile`, projectRoot),
  )
  console.log(`  ${target}: ${(await megabytesOf(tag)).toFixed(0)} MB`)
}

async function prove(): Promise<void> {
  const { ports, env } = await makeSettings()
  const url = env.PUBLIC_URL ?? ''
  await timed('migrate', () => runOnce('doslovno-migrate', env))
  console.log(await runOnce('doslovno-worker', {}, 'node', 'scripts/models.ts', 'whisper-tiny'))
  await timed('api and worker ready', () =>
    Promise.all([startReady('api', env, ports.apiOps), startReady('worker', env, ports.workerOps)]),
  )
  for (const name of ['api', 'worker']) {
    const rights = await rightsOf(name)
    console.log(`${name}: ${rights}`)
    assert.match(rights, RIGHTS)
  }
  const page = await (await fetch(url)).text()
  assert.match(page, /<div id="root">/, 'The api serves the web app')
  const script = await timed('registration to transcript', async () =>
    transcribe(url, await register(url), toWav(Buffer.concat([clip(0), clip(1), clip(2)]))),
  )
  console.log(`  ${script.script.length} sentences: ${textOf(script)}`)
  assert.ok(textOf(script).length > 40, 'A transcript of three read sentences')
  for (const name of ['api', 'worker']) {
    const code = await timed(`stop: ${name}`, () => stop(name))
    assert.equal(code, 0, `${name} exited with ${code}`)
  }
}

const startedAt = Date.now()

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = Date.now()
  const result = await work()
  const seconds = (to: number) => ((Date.now() - to) / 1000).toFixed(1)
  console.log(`${what}: ${seconds(from)} s (${seconds(startedAt)} s in all)`)
  return result
}
