import { setImmediate } from 'node:timers/promises'

import { makeDigest } from '@doslovno/domain/digest/digest.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { digestLanguage } from '@doslovno/server/features/summaries/digest/digest.ts'
import { longTalk } from '@doslovno/texts/test/digest/long-talk.ts'

import { numbers } from '#lab/arguments.ts'
import { inMs, inSeconds } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'

const GOALS = { seconds: 10, blockMs: 50 }
const [hours] = numbers(12)

export async function main(): Promise<void> {
  const talk = longTalk(hours)
  await makeDigest(longTalk(1), digestLanguage, { pause: setImmediate }) // compiles
  await measure(`${hours} h of conversations`, talk)
  await measure(`${hours} h on one topic`, onOneTopic(talk))
}

/** Every sentence shares words with every other: no border is found, and all are alike. */
function onOneTopic(talk: readonly Sentence[]): Sentence[] {
  const common = talk[6]?.text ?? ''
  return talk.map((sentence) => ({ ...sentence, text: `${sentence.text} ${common}` }))
}

async function measure(title: string, talk: readonly Sentence[]): Promise<void> {
  let [blockMs, processorMs, pauses] = [0, 0, 0]
  let [last, lastUsed] = [performance.now(), usedMs()]
  const begun = last
  const pause = async () => {
    blockMs = Math.max(blockMs, performance.now() - last)
    processorMs = Math.max(processorMs, usedMs() - lastUsed)
    pauses += 1
    await setImmediate()
    ;[last, lastUsed] = [performance.now(), usedMs()]
  }
  const { chapters } = await makeDigest(talk, digestLanguage, { pause })
  await pause()
  const seconds = (performance.now() - begun) / 1000
  const what = `${talk.length} sentences, ${chapters.length} chapters`
  mark(`${title}: ${what} in < ${GOALS.seconds} s`, inSeconds(seconds), seconds < GOALS.seconds)
  const clock = `${inMs(blockMs)} by the clock; ${pauses} pauses`
  mark(`longest block ≤ ${GOALS.blockMs} ms of processor time`, `${inMs(processorMs)}, ${clock}`, processorMs <= GOALS.blockMs) // prettier-ignore
}

/** Milliseconds of this thread's processor time: other load of the machine does not count. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
