import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { words } from '#lab/arguments.ts'
import { openBrowser } from '#lab/chromium.ts'
import { atEnd, inPart } from '#lab/ends.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { openFolder } from '#lab/servers.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { browsers, deployTools } from '#scripts/services/tools.ts'
import { projectRoot } from '#scripts/settings.ts'

import { enginePackages } from './image/containers.ts'
import { installBundle, proveClosed } from './install/closed.ts'
import { buildImages, composeIn, docker, loadImages, serveModels, startDocker } from './install/docker.ts'
import { hasMail, LIMIT_SECONDS, MAILS, markRecording, readSample, signIn, textOf, upload } from './install/visit.ts'

const FILES = ['compose.yaml', 'compose.override.yaml', 'deploy/seccomp.json']
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
  await inPart(async () => {
    const checkout = openFolder('checkout-')
    for (const file of FILES) cpSync(join(projectRoot, file), join(checkout, file))
    process.env.MODELS_URL = await serveModels()
    await prove(checkout)
  })
  delete process.env.MODELS_URL
  await proveClosed()
}

async function prove(checkout: string): Promise<void> {
  const compose = composeIn(checkout)
  atEnd(() => compose('down', '--volumes'))
  const browser = await openBrowser()
  const startedAt = performance.now()
  await timed('docker compose up', () => compose('up', '--detach', '--wait'))
  await timed('the sample is read', () => readSample(browser))
  const page = await timed('sign-in', () => signIn(browser))
  const address = await timed('an upload becomes a text', () => upload(page))
  const seconds = (performance.now() - startedAt) / 1000
  mark('from the command to both texts in 5 minutes', `${seconds.toFixed(0)} s`, seconds <= LIMIT_SECONDS, {
    isTimed: true,
  })
  const text = await textOf(page)
  mark('the mail is on its page', MAILS, await hasMail(page))
  log(await docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}'))

  await timed('down and up', async () => {
    await compose('down')
    await compose('up', '--detach', '--wait')
  })
  await page.goto(address)
  mark('the text is there after a restart', `${text.length} characters`, (await textOf(page)) === text)
  await markRecording(page)

  await compose('down', '--volumes')
  const left = await Promise.all([
    docker('ps', '--all', '--quiet'),
    docker('volume', 'ls', '--quiet'),
    docker('network', 'ls', '--quiet', '--filter', 'label=com.docker.compose.project'),
  ])
  mark('down -v leaves nothing', left.join('') || 'nothing', left.join('') === '')
}
