import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts' // prettier-ignore
import { setTimeout as wait } from 'node:timers/promises'

import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { PRO, freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { openBrowser, signedInPage } from '#lab/chromium.ts'
import { percent, sum } from '#lab/figures.ts'
import { builtWebApp, signIn, startApi, startWorker } from '#lab/processes.ts'
import { clips, dialogs, secondsIn } from '#lab/recordings.ts'

import { Hands } from './correction/hands.ts'
import { countErrors, listen, review, type Session, type Tally } from './correction/session.ts'
import { toWords } from './vocabulary/material.ts'

/** Longer than an autosave. */
const SAVED_MS = 3000
const [minutes] = numbers(10)

/**
 * Corrects the transcript of real recordings by whisper-base, as a person would: half of the time the review, half of it
 * listening. Counts keys, clicks and seconds per corrected word.
 */
export async function main(): Promise<void> {
  const test = await freshApp()
  await startWorker(test.config, { SPEECH_MODEL: 'whisper-base' })
  const port = await freePort()
  const api = await startApi(test.config, { PUBLIC_URL: `http://127.0.0.1:${port}`, WEB_ROOT: builtWebApp() }, { port })
  const recordings = [...dialogs(), ...clips()]
  const said = recordings.flatMap(({ text }) => toWords(text))
  const { id: userId, email } = await test.createUser({ tariffId: PRO })
  const owner = await test.signInAs(userId)
  const scriptId = await uploadRecording(owner, toWav(Buffer.concat(recordings.map(({ pcm }) => pcm))))
  await startProcessing(owner, scriptId)
  await watchToEnd(owner, scriptId, { timeoutMs: 1_800_000, everyMs: 1000 })
  // An access token does not last as long as the work.
  const read = async () => readScript(await test.signInAs(userId), scriptId)
  const errors = async () => countErrors(textOf(await read()), said)
  const [seconds, before] = [sum(recordings.map(secondsIn)), await errors()]
  console.log(`${seconds.toFixed(0)} s, ${said.length} words, ${before} errors (WER ${percent(before / said.length)})`)

  const { page } = await signedInPage(await openBrowser(), await signIn(api, email))
  await page.goto(`${api.url}/files/${scriptId}`)
  await page.locator('[data-text]').first().waitFor()
  const hands = new Hands(page)
  const stage = (name: string, work: (session: Session) => Promise<Tally>) =>
    report(name, hands, errors, () => work({ page, hands, said, deadline: Date.now() + minutes * 30_000 }))
  await stage('review', review)
  const { script } = await read()
  const times = paragraphRanges(script).map(({ at, count }) =>
    script.slice(at, at + count).flatMap((segment) => wordsOf(segment).map(({ start }) => start)),
  )
  await stage('listening', (session) => listen(session, times))
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
