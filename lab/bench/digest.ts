import { setImmediate } from 'node:timers/promises'

import { makeDigest } from '@doslovno/domain/digest/digest.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import { digestLanguage } from '@doslovno/server/features/summaries/digest/digest.ts'
import { longTalk } from '@doslovno/texts/test/digest/long-talk.ts'

const GOALS = { seconds: 10, blockMs: 50 }

/** `pnpm bench digest [HOURS]`: seconds to digest a long text without a model, and the longest time it blocks the loop. */
export async function main(): Promise<void> {
  const hours = Number(process.argv[3] ?? 12)
  const talk = longTalk(hours)
  await measure(longTalk(1)) // compiles
  const isReached = [
    report(`${hours} h of conversations`, talk, await measure(talk)),
    report(`${hours} h on one topic`, talk, await measure(onOneTopic(talk))),
  ].every(Boolean)
  process.exitCode = isReached ? 0 : 1
}

/** Every sentence shares words with every other: no border is found, and all are alike. */
function onOneTopic(talk: readonly Sentence[]): Sentence[] {
  const common = talk[6]?.text ?? ''
  return talk.map((sentence) => ({ ...sentence, text: `${sentence.text} ${common}` }))
}

type Measured = { seconds: number; blockMs: number; processorMs: number; pauses: number; chapters: number }

async function measure(talk: readonly Sentence[]): Promise<Measured> {
  let [block, processor, pauses] = [0, 0, 0]
  let [last, lastUsed] = [performance.now(), used()]
  const begun = last
  const pause = async () => {
    block = Math.max(block, performance.now() - last)
    processor = Math.max(processor, used() - lastUsed)
    pauses += 1
    await setImmediate()
    ;[last, lastUsed] = [performance.now(), used()]
  }
  const { chapters } = await makeDigest(talk, digestLanguage, { pause })
  await pause()
  const seconds = (performance.now() - begun) / 1000
  return { seconds, blockMs: block, processorMs: processor, pauses, chapters: chapters.length }
}

/** Milliseconds of this thread's processor time: other load of the machine does not count. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function report(title: string, talk: readonly Sentence[], measured: Measured): boolean {
  const { seconds, blockMs, processorMs, pauses, chapters } = measured
  console.log(
    `${title}: ${talk.length} sentences, ${chapters} chapters in ${seconds.toFixed(1)} s (goal < ${GOALS.seconds}); ` +
      `longest block ${processorMs.toFixed(0)} ms of processor time (goal ≤ ${GOALS.blockMs}), ${blockMs.toFixed(0)} ms by the clock; ${pauses} pauses`,
  )
  return seconds < GOALS.seconds && processorMs <= GOALS.blockMs
}
