import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts' // prettier-ignore
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'
import type { Browser, Page } from 'playwright'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { createFreshApp } from '#lab/app.ts'
import { projectRoot } from '#scripts/settings.ts'

import { launchChromium } from '#lab/chromium.ts'
import { countErrors } from './correction/errors.ts'
import { Hands } from './correction/hands.ts'
import { listen, review, type Session, type Tally } from './correction/session.ts'
import { clips, dialogs, secondsOf } from '#lab/recordings.ts'
import { toWords } from './vocabulary/material.ts'

const PRO = 3
/** Longer than an autosave. */
const SAVED_MS = 3000
const [minutes = 10] = process.argv.slice(3).map(Number)

/**
 * `pnpm bench correction [MINUTES]`: corrects the transcript of real recordings by whisper-base for ten minutes, as a
 * person would: half of the time the review, half of it listening. Counts keys, clicks and seconds per corrected word.
 */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const worker = await startWorker(test.config, { SPEECH_MODEL: 'whisper-base' })
  const port = await freePort()
  const settings = { PUBLIC_URL: `http://127.0.0.1:${port}`, WEB_ROOT: resolve(projectRoot, 'apps/web/dist/app') }
  const api = await startApi(test.config, settings, port)
  try {
    await measure(test, api)
  } finally {
    await api.kill('SIGTERM')
    await worker.kill('SIGTERM')
    await close()
  }
}

async function measure(test: TestApp, api: ApiProcess): Promise<void> {
  const recordings = [...dialogs(), ...clips()]
  const said = recordings.flatMap(({ text }) => toWords(text))
  const seconds = recordings.reduce((sum, one) => sum + secondsOf(one), 0)
  const { id: userId, email } = await test.createUser({ tariffId: PRO })
  const owner = await test.signInAs(userId)
  const scriptId = await uploadRecording(owner, toWav(Buffer.concat(recordings.map(({ pcm }) => pcm))))
  await startProcessing(owner, scriptId)
  await watchToEnd(owner, scriptId, { timeoutMs: 1_800_000, everyMs: 1000 })
  const heard = await readScript(owner, scriptId)
  const errors = countErrors(textOf(heard), said)
  console.log(`${seconds.toFixed(0)} s, ${said.length} words, ${errors} errors (WER ${percent(errors / said.length)})`)

  // An access token does not last as long as the work.
  const read = async () => readScript(await test.signInAs(userId), scriptId)
  const browser = await launchChromium()
  const page = await openFile(browser, api, email, scriptId)
  const hands = new Hands(page)
  const half = () => ({ page, hands, said, deadline: Date.now() + minutes * 30_000 })
  const stage = (name: string, work: (session: Session) => Promise<Tally>) =>
    report(name, hands, async () => countErrors(textOf(await read()), said), () => work(half())) // prettier-ignore
  await stage('review', review)
  const { script } = await read()
  const times = paragraphRanges(script).map(({ at, count }) =>
    script.slice(at, at + count).flatMap((segment) => wordsOf(segment).map(({ start }) => start)),
  )
  await stage('listening', (session) => listen(session, times))
  await browser.close()
}

/** Prints what the work cost per corrected word. */
async function report(name: string, hands: Hands, errors: () => Promise<number>, work: () => Promise<Tally>) {
  const [before, keys, clicks] = [await errors(), hands.keys, hands.clicks]
  const { places, left, busyMs } = await work()
  await wait(SAVED_MS)
  const after = await errors()
  const per = (count: number) => (count / Math.max(1, before - after)).toFixed(1)
  const costs = `${per(hands.keys - keys)} keys, ${per(hands.clicks - clicks)} clicks, ${per(busyMs / 1000)} s`
  console.log(`${name}: ${before} → ${after} errors at ${places} places (${left} left alone); per word ${costs}`)
}

/** Opens the file in a window of its owner. */
async function openFile(browser: Browser, api: ApiProcess, email: string, scriptId: string): Promise<Page> {
  const reply = await api.call('POST', '/api/account/login', { body: { email, password: PASSWORD } })
  const { accessToken, refreshToken } = (await reply.json()) as { accessToken: string; refreshToken: string }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' })
  await context.addInitScript(([access, refresh]) => {
    localStorage.setItem('accessToken', access ?? '')
    localStorage.setItem('refreshToken', refresh ?? '')
  }, [accessToken, refreshToken]) // prettier-ignore
  const page = await context.newPage()
  await page.goto(`${api.url}/files/${scriptId}`)
  await page.locator('[data-text]').first().waitFor()
  return page
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
