import type { Statement } from '@doslovno/contract/summaries.ts'
import { isWholeSentence } from '@doslovno/domain/language/clause.ts'
import { contentWords } from '@doslovno/domain/language/content-words.ts'
import { isTaskSection } from '@doslovno/domain/summary/statement.ts'
import { endsSentence } from '@doslovno/domain/transcript/words.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import type { LlmConfig } from '@doslovno/server/platform/config.ts'
import { russian } from '@doslovno/server/platform/language.ts'
import { startTestLlm, type TestLlm } from '@doslovno/server/test/llm.ts'
import { addRead, freshLlm, spentOn, workAll } from '@doslovno/server/test/reading.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'
import { make, read } from '@doslovno/server/test/summaries.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { words } from '#lab/arguments.ts'
import { readTalks } from '#lab/bench/evidence/talks.ts'
import { coverageRecordings } from '#lab/bench/speech/coverage.ts'
import { type BenchModel, hearSpeech } from '#lab/bench/speech/systems.ts'
import { atEnd } from '#lab/ends.ts'
import { mark } from '#lab/marks.ts'

type Shown = {
  /** The file's summaries, «complete» or «error». */
  statuses: string[]
  calls: string[]
  confirmed: string[]
  unsure: string[]
  dropped: string[]
  /** Confirmed ones that a reader would not take for a sentence about the recording. */
  bad: string[]
}

/** Makes a summary and theses of a text by a model, and sorts what the page shows. */
export async function summarise(
  { test, owner }: { test: TestApp; owner: Caller },
  config: LlmConfig,
  sentences: readonly string[],
): Promise<Shown> {
  freshLlm(test, config)
  const id = await addRead(test, owner, sentences)
  await workAll(test, { parallel: 1 })
  await make(owner, id, 'theses')
  await workAll(test, { parallel: 1 })
  const [summary, theses] = [await read(owner, id, 'summary'), await read(owner, id, 'theses')]
  const { rows } = await spentOn(test, id)
  const all = [...summary.statements, ...theses.statements]
  const textsOf = (check: Statement['check']) => all.filter((one) => one.check === check).map(({ text }) => text)
  return {
    statuses: [summary.status, theses.status],
    calls: rows.map(({ purpose, outcome }) => `${purpose} ${outcome}`),
    confirmed: textsOf('confirmed'),
    unsure: textsOf('unsure'),
    dropped: textsOf('dropped'),
    bad: all.filter((one) => one.check === 'confirmed' && isBad(one, sentences)).map(({ text }) => text),
  }
}

const FEWEST_WORDS = 2

const wordsIn = (text: string): string[] => text.match(/[\p{L}-]+/gu) ?? []

/**
 * The rule of the proof: a confirmed statement is bad if it is no sentence, has fewer than two words that carry meaning,
 * or a word that is not in the list of Russian words and was said less than twice.
 */
function isBad({ text, section }: Statement, sentences: readonly string[]): boolean {
  const own = wordsIn(text)
  const times = (word: string) => {
    const stem = russian.stem(word.toLowerCase())
    return sentences.filter((said) => wordsIn(said).some((one) => russian.stem(one.toLowerCase()) === stem)).length
  }
  const isStrange = (word: string) => /^\p{Ll}/u.test(word) && !russian.isKnown(word) && times(word) < 2
  return (
    !isWholeSentence(text, russian, { isTask: isTaskSection(section) }) ||
    contentWords(text, russian).length < FEWEST_WORDS ||
    own.some(isStrange)
  )
}

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
/** Shorter ones are summarised without a model. */
const FEWEST_TO_SUMMARISE = 40
const SENTENCES = 16
/** Well heard; the recognised ones are badly heard. */
const REFERENCES = 6

type Text = { name: string; sentences: readonly string[] }

/** Every mode over every text: how much is shown, and what of it is confirmed though it should not be. */
export async function proveWorstModes(test: TestApp, owner: Caller): Promise<void> {
  const texts = [...referenceTexts(), ...(await recognised('whisper-base')), ...(await recognised('whisper-tiny'))]
  const llm = await startTestLlm()
  atEnd(() => llm.close())
  console.log(`${texts.length} texts: ${[...new Set(texts.map(({ name }) => name))].join(', ')}`)
  for (const mode of MODES) {
    const shown: Shown[] = []
    for (const { sentences } of texts) {
      await llm.reset()
      if (mode !== 'copies') await llm.fail({ mode, times: ALWAYS })
      shown.push(await summarise({ test, owner }, llm.config(), sentences))
    }
    report(mode, shown)
  }
}

function report(mode: string, shown: readonly Shown[]): void {
  const all = (key: 'confirmed' | 'unsure' | 'dropped' | 'bad') => shown.flatMap((one) => one[key])
  const counts = `confirmed ${all('confirmed').length}, unsure ${all('unsure').length}, dropped ${all('dropped').length}`
  const bad = all('bad')
  mark(
    `${mode}: nothing hollow or broken under the shield`,
    `${counts}; ${bad.join(' | ') || 'none'}`,
    bad.length === 0,
  )
  if (mode === 'copies' && words.includes('--show')) for (const text of all('confirmed')) console.log(`    + ${text}`)
}

const referenceTexts = () =>
  readTalks().flatMap(({ name, sentences }) => stretches(name, sentences.map(({ text }) => text))).slice(0, REFERENCES) // prettier-ignore

/** Dialogues, the same with noise, and all of their turns in a random order, as a model hears them. */
async function recognised(model: BenchModel): Promise<Text[]> {
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model, slots: 1 })
  const texts: Text[] = []
  for (const { name, pcm } of coverageRecordings().filter((one) => !/quiet|order ([2-9]|10)$/.test(one.name))) {
    const { words } = await hearSpeech(speech, pcm)
    texts.push(...stretches(`${name}, ${model}`, sentencesOf(words.map(({ text }) => text))))
  }
  speech.close()
  return texts
}

/** The pipeline also ends a sentence where the speaker changes or pauses; a model meets both. */
function sentencesOf(words: readonly string[]): string[] {
  const sentences: string[][] = [[]]
  for (const word of words) {
    sentences.at(-1)?.push(word)
    if (endsSentence(word)) sentences.push([])
  }
  return sentences.filter((one) => one.length > 0).map((one) => one.join(' '))
}

/** Cuts a text into stretches of one part each. */
const stretches = (name: string, sentences: readonly string[]): Text[] =>
  Array.from({ length: Math.ceil(sentences.length / SENTENCES) }, (_, n) => ({
    name,
    sentences: sentences.slice(n * SENTENCES, (n + 1) * SENTENCES),
  })).filter((text) => text.sentences.join(' ').split(' ').length >= FEWEST_TO_SUMMARISE)
