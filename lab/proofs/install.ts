import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright'

import { chosen, words } from '#lab/arguments.ts'
import { openBrowser } from '#lab/chromium.ts'
import { atEnd, inPart } from '#lab/ends.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { openFolder } from '#lab/servers.ts'
import { run } from '#scripts/services/commands.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { browsers, deployTools } from '#scripts/services/tools.ts'
import { projectRoot } from '#scripts/settings.ts'

import { enginePackages } from './image/containers.ts'
import { installBundle, proveClosed } from './install/closed.ts'
import { buildImages, composeIn, docker, loadImages, serveModels, startDocker } from './install/docker.ts'
import * as visit from './install/visit.ts'

const FILES = ['compose.yaml', 'compose.override.yaml', 'deploy/seccomp.json']
const NODE = ['node', '--env-file=/secrets/env']
/** Runs a program of the server in a container of its own. */
const once = (service: string, ...program: string[]) => ['run', '--rm', '--no-deps', service, ...NODE, ...program]
const RESTORE = 'dropdb --force doslovno && createdb doslovno && pg_restore --dbname doslovno'
const isKept = words.includes('--keep')

/**
 * `docker compose up` in an empty folder, as a stranger does: a text in a browser, again after a restart, and nothing
 * left after `down -v`. Then the bundle, on a machine without the internet. With a folder to keep layers in, the next run
 * builds only what has changed.
 */
export async function main(): Promise<void> {
  if (words.includes('--inside')) return installBundle(words.at(-1) ?? '')
  ensurePackages([...enginePackages, { name: 'docker.io', programs: ['dockerd'] }, ...deployTools, ...browsers])
  const folder = isKept ? (words.at(-1) ?? '') : openFolder('install-')
  mkdirSync(folder, { recursive: true })
  await timed('build the images', () => buildImages(folder))
  await startDocker(folder)
  await timed('load the images', () => loadImages(folder))
  const parts = chosen(['open', 'closed'])
  if (parts.includes('open')) await inPart(proveOpen)
  if (parts.includes('closed')) await proveClosed()
}

async function proveOpen(): Promise<void> {
  const checkout = openFolder('checkout-')
  for (const file of FILES) cpSync(join(projectRoot, file), join(checkout, file))
  process.env.MODELS_URL = await serveModels()
  atEnd(() => delete process.env.MODELS_URL)
  const compose = composeIn(checkout)
  atEnd(() => compose('down', '--volumes'))
  const browser = await openBrowser()
  const startedAt = performance.now()
  await timed('docker compose up', () => compose('up', '--detach', '--wait'))
  await timed('the sample is read', () => visit.readSample(browser))
  const page = await timed('sign-in', () => visit.signIn(browser))
  const address = await timed('an upload becomes a text', () => visit.upload(page))
  const seconds = (performance.now() - startedAt) / 1000
  mark('from the command to both texts in 5 minutes', `${seconds.toFixed(0)} s`, seconds <= visit.LIMIT_SECONDS, {
    isTimed: true,
  })
  const text = await visit.textOf(page)
  mark('the mail is on its page', visit.MAILS, await visit.hasMail(page))
  log(await docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}'))

  const found = await compose(...once('worker', 'apps/server/src/main/doctor.ts')).catch(outputOf)
  log(found)
  mark('doctor finds nothing wrong', found.trim().split('\n').at(-1) ?? '', !found.includes('WRONG'))

  await timed('down and up', async () => {
    await compose('down')
    await compose('up', '--detach', '--wait')
  })
  await page.goto(address)
  mark('the text is there after a restart', `${text.length} characters`, (await visit.textOf(page)) === text)
  mark('the recording is there after a restart', address, await visit.isPlayable(page))

  await markRestore(page, checkout)
  mark('a deleted text is back from the dump', `${text.length} characters`, (await visit.textOf(page)) === text)
  mark('and its recording from the versions of the store', address, await visit.isPlayable(page))

  await compose('down', '--volumes')
  const left = await Promise.all([
    docker('ps', '--all', '--quiet'),
    docker('volume', 'ls', '--quiet'),
    docker('network', 'ls', '--quiet', '--filter', 'label=com.docker.compose.project'),
  ])
  mark('down -v leaves nothing', left.join('') || 'nothing', left.join('') === '')
}

/** As docs/operations/backup.md says for one machine: a dump, a deletion, and both taken back. */
async function markRestore(page: Page, checkout: string): Promise<void> {
  const compose = composeIn(checkout)
  const shell = (command: string) => run('sh', ['-c', command], { cwd: checkout })
  await timed('pg_dump', () => shell('docker-compose exec -T postgres pg_dump -Fc >doslovno.dump'))
  const moment = new Date().toISOString()
  await visit.deleteFile(page)
  await timed('restore', async () => {
    await compose('stop', 'api', 'worker', 'simulators')
    await shell(`docker-compose exec -T postgres sh -c '${RESTORE}' <doslovno.dump`)
    log(await compose(...once('migrate', 'apps/server/src/main/restore-objects.ts', '--moment', moment)))
    await compose('up', '--detach', '--wait')
  })
  await page.reload()
}

/** The output of a program that failed. */
function outputOf(error: Error): string {
  const { stdout } = (error.cause ?? {}) as { stdout?: string }
  return stdout ?? error.message
}
