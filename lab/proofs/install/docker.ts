import { createReadStream, existsSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import { atEnd } from '#lab/ends.ts'
import { log, timed } from '#lab/marks.ts'
import { end, startProgram } from '#lab/processes.ts'
import { build, configureEngine, makeBases } from '#lab/proofs/image/containers.ts'
import { run } from '#scripts/services/commands.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

const TARGETS = ['api', 'migrate', 'worker', 'servers', 'simulators']

const imageOf = (target: string) => `localhost/doslovno-${target}:dev`

export async function buildImages(folder: string): Promise<void> {
  configureEngine(folder)
  await timed('bases', () => makeBases(folder))
  const dockerfile = join(projectRoot, 'deploy/Dockerfile')
  for (const target of TARGETS)
    await timed(`build: ${target}`, () =>
      build('--layers', '--target', target, '-t', imageOf(target), '-f', dockerfile, projectRoot),
    )
}

export async function loadImages(folder: string): Promise<void> {
  for (const target of TARGETS) {
    const archive = join(folder, `${target}.tar`)
    rmSync(archive, { force: true })
    await run('buildah', ['push', '--quiet', imageOf(target), `docker-archive:${archive}:${imageOf(target)}`])
    await docker('load', '--quiet', '--input', archive)
    log(`${target}: ${(statSync(archive).size / 1e6).toFixed(0)} MB`)
    rmSync(archive)
  }
}

/** A daemon of its own: it touches no container of this machine. */
export async function startDocker(folder: string): Promise<void> {
  const socket = `unix://${folder}/docker.sock`
  process.env.DOCKER_HOST = socket
  const folders = ['--data-root', join(folder, 'docker'), '--exec-root', join(folder, 'exec')]
  const pidFile = join(folder, 'docker.pid')
  const daemon = startProgram('dockerd', ['-H', socket, ...folders, '--pidfile', pidFile, '--log-level', 'fatal'])
  // It unmounts its folder.
  atEnd(() => end(daemon, 'SIGTERM'))
  await waitUntil('Docker to answer', 60, () => docker('info').then(() => true, () => false)) // prettier-ignore
}

/** `docker compose` in a folder; a start that fails tells the last lines of every container. */
export function composeIn(cwd: string): (...args: string[]) => Promise<string> {
  const compose = (...args: string[]) => run('docker-compose', args, { cwd })
  return async (...args) => {
    try {
      return await compose(...args)
    } catch (error) {
      log(await compose('logs', '--no-color', '--tail', '8'))
      throw error
    }
  }
}

export const docker = (...args: string[]) => run('docker', args)

/** Stands in for the sites that publish the models. */
export async function serveModels(): Promise<string> {
  const folder = testModelsDir()
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(request.url ?? '/')))
    if (!existsSync(path)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': statSync(path).size })
    pipeline(createReadStream(path), response).catch(() => response.destroy())
  }).listen(0, '0.0.0.0')
  atEnd(() => server.close())
  const gateway = await docker('network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}')
  return `http://${gateway}:${(server.address() as AddressInfo).port}`
}
