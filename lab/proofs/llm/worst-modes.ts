import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startTestLlm, type TestLlm } from '@doslovno/server/test/llm.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { readTalks } from '#lab/bench/evidence/talks.ts'

import { type Shown, summarise } from './product.ts'

type Mode = Parameters<TestLlm['fail']>[0]['mode']

/** Modes that change what is said; `copies`: the model repeats sentences of the transcript, errors included. */
const MODES: readonly ('copies' | Mode)[] = [
  'copies',
  'lies:number',
  'lies:negation',
  'lies:clause',
  'lies:invented',
  'lies:citation',
  'offByTwo',
  'english',
  'injected',
  'doubles',
]
const ALWAYS = 1_000_000
const TEXTS = 20
/** Shorter ones are summarised without a model. */
const FEWEST_WORDS = 40
const SENTENCES = 16

/** A text as the recogniser left it. */
type Recognised = { name: string; sentences: { text: string }[] }
type Text = { name: string; sentences: readonly string[] }

/** Every mode over every text: how much is shown, and what of it is confirmed though it should not be. */
export async function proveWorstModes(test: TestApp, owner: Caller, folder: string | undefined): Promise<boolean> {
  const texts = folder ? recognisedIn(folder) : talkTexts()
  const llm = await startTestLlm()
  console.log(`${texts.length} texts: ${[...new Set(texts.map(({ name }) => name))].join(', ')}`)
  console.log('mode            confirmed  unsure  dropped  hollow or broken under the shield')
  let bad = 0
  for (const mode of MODES) {
    const shown: Shown[] = []
    for (const { sentences } of texts) {
      await llm.reset()
      if (mode !== 'copies') await llm.fail({ mode, times: ALWAYS })
      shown.push(await summarise({ test, owner }, llm.config(), sentences))
    }
    bad += report(mode, shown)
  }
  await llm.close()
  return bad === 0
}

function report(mode: string, shown: readonly Shown[]): number {
  const count = (key: 'confirmed' | 'unsure' | 'dropped' | 'bad') =>
    shown.reduce((sum, one) => sum + one[key].length, 0)
  const columns = [count('confirmed'), count('unsure'), count('dropped'), count('bad')].map((n) =>
    String(n).padStart(8),
  )
  console.log(`${mode.padEnd(16)}${columns.join(' ')}`)
  for (const text of shown.flatMap((one) => one.bad)) console.log(`    ${text}`)
  if (mode === 'copies' && process.argv.includes('--show'))
    for (const text of shown.flatMap((one) => one.confirmed)) console.log(`    + ${text}`)
  return count('bad')
}

/** Recognised texts, cut into stretches of one part each. */
function recognisedIn(folder: string): Text[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const read = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recognised)
  const all = read.flatMap(({ name, sentences }) => stretches(name, sentences.map(({ text }) => text))) // prettier-ignore
  return all.slice(0, TEXTS)
}

const talkTexts = () => readTalks().flatMap(({ name, sentences }) => stretches(name, sentences.map(({ text }) => text))).slice(0, TEXTS) // prettier-ignore

const stretches = (name: string, sentences: readonly string[]): Text[] =>
  Array.from({ length: Math.ceil(sentences.length / SENTENCES) }, (_, n) => ({
    name,
    sentences: sentences.slice(n * SENTENCES, (n + 1) * SENTENCES),
  })).filter((text) => text.sentences.join(' ').split(' ').length >= FEWEST_WORDS)
