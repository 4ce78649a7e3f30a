import { resolve } from 'node:path'

import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts' // prettier-ignore
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'
import type { Browser, Page } from 'playwright'

import { type ApiProcess, startApi } from '#proofs/faults/api-process.ts'
import { createFreshApp } from '#scripts/fresh-app.ts'
import { projectRoot } from '#scripts/settings.ts'

import { launchChromium } from './chromium.ts'
import { countErrors } from './correction/errors.ts'
import { Hands } from './correction/hands.ts'
import { listen, review, type Session, type Tally } from './correction/session.ts'
import { clips, dialogs, secondsOf } from './speech-recordings.ts'
import { toWords } from './vocabulary/material.ts'

const PRO = 3
/** Longer than an autosave. */
const SAVED_MS = 3000
const [minutes = 10] = process.argv.slice(3).map(Number)

/**
 * `pnpm bench correction [MINUTES]`: corrects the transcript of real recordings by whisper-base for ten minutes, as a
 * person would: first the review, then listening to all of it. Counts keys, clicks and seconds per corrected word.
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

  const browser = await launchChromium()
  const page = await openFile(browser, api, email, scriptId)
  const hands = new Hands(page)
  const session: Session = { page, hands, said, deadline: Date.now() + minutes * 60_000 }
  // An access token does not last as long as the work.
  const read = async () => readScript(await test.signInAs(userId), scriptId)
  const left = async () => countErrors(textOf(await read()), said)
  const stage = async (name: string, work: () => Promise<Tally>) => {
    const before = { errors: await left(), keys: hands.keys, clicks: hands.clicks, ms: Date.now() }
    const tally = await work()
    const ms = Date.now() - before.ms
    await page.waitForTimeout(SAVED_MS)
    const words = before.errors - (await left())
    const per = (count: number) => (count / Math.max(1, words)).toFixed(1)
    const [keys, clicks] = [hands.keys - before.keys, hands.clicks - before.clicks]
    console.log(
      `${name}: ${(ms / 1000).toFixed(0)} s, ${tally.places} places, ${tally.corrected} corrected (${tally.left} left), ${words} errors fewer; per error ${per(keys)} keys, ${per(clicks)} clicks, ${per(ms / 1000)} s`,
    )
    return words
  }
  const started = Date.now()
  const reviewed = await stage('review', () => review(session))
  const { script } = await read()
  const times = paragraphRanges(script).map(({ at, count }) =>
    script.slice(at, at + count).flatMap((segment) => wordsOf(segment).map(({ start }) => start)),
  )
  const listened = await stage('listening', () => listen(session, times))
  const words = reviewed + listened
  const spent = (Date.now() - started) / 1000
  console.log(
    `in all: ${spent.toFixed(0)} s, ${errors} → ${errors - words} errors; per error ${(hands.keys / words).toFixed(1)} keys, ${(hands.clicks / words).toFixed(1)} clicks, ${(spent / words).toFixed(1)} s`,
  )
  await browser.close()
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
