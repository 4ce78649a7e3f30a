import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { correctSpeech } from '@doslovno/domain/vocabulary/correct.ts'
import { findTerms, type Vocabulary } from '@doslovno/domain/vocabulary/find-terms.ts'
import { buildTermIndex, lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { readWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import { words } from '#lab/arguments.ts'
import { inMs, percent } from '#lab/figures.ts'
import { mark, markShare } from '#lab/marks.ts'

import { downloadCleanText, fixtures, manyTerms, otherTerms, realTerms, termsOf } from './vocabulary/material.ts'
import { realRecordings } from './vocabulary/real.ts'
import { noPause, scoreFixtures, spoken } from './vocabulary/score.ts'

const GOAL = { recall: { base: 0.7, tiny: 0.5 }, rightForm: 0.8, falsePer1000: { few: 0.3, many: 1.5 }, seconds: 1.5, blockedMs: 50 } // prettier-ignore
const LONG_WORDS = 25_000
const USUAL_UNKNOWN = 0.03

const list = readWordList(readFileSync(fileURLToPath(import.meta.resolve('@doslovno/words/russian.bin'))))

/** Terms put right, right words left alone, and the time it takes; with `real` for recordings recognised anew. */
export async function main(): Promise<void> {
  if (words.includes('real')) await realRecordings(await vocabularyOf([...realTerms, ...otherTerms]), list)
  else await written()
}

async function written(): Promise<void> {
  const few = await vocabularyOf([...termsOf('test'), ...otherTerms])
  await recall(few)
  const text = downloadCleanText()
  const many = await vocabularyOf([...termsOf('test'), ...manyTerms])
  await cleanText(text, few, GOAL.falsePer1000.few)
  await cleanText(text, many, GOAL.falsePer1000.many)
  await speed(text, many)
  await emptyVocabulary(text)
}

async function vocabularyOf(terms: readonly string[]): Promise<Vocabulary> {
  const distinct = [...new Set(terms)].map((text) => ({ id: text, text }))
  return { index: await buildTermIndex(distinct, russianVocabulary, noPause), list, exceptions: new Set() }
}

async function recall(few: Vocabulary): Promise<void> {
  const dev = await vocabularyOf([...termsOf('dev'), ...otherTerms])
  for (const set of ['dev', 'test'] as const)
    for (const model of ['base', 'tiny'] as const) {
      const own = fixtures.filter((fixture) => fixture.set === set && fixture.model === model)
      const score = await scoreFixtures(own, set === 'test' ? few : dev)
      const { occurrences, rightBefore, rightAfter, rightForm, otherForm, otherTerm, harmed } = score
      const replaced = rightForm + otherForm + otherTerm
      const size = (set === 'test' ? few : dev).index.size
      console.log(`${set}, ${model}: ${own.length} sentences, ${score.words} words, ${size} terms; recall ${percent(rightBefore / occurrences)} → ${percent(rightAfter / occurrences)}; replaced ${replaced}: right form ${rightForm}, other form ${otherForm}, other term ${otherTerm}; right words replaced ${harmed}`) // prettier-ignore
      if (set === 'dev') continue
      markShare('recall ≥', rightAfter / occurrences, GOAL.recall[model])
      markShare('right form of replacements ≥', rightForm / replaced, GOAL.rightForm)
      mark('right words replaced 0', String(harmed), harmed === 0)
    }
}

async function cleanText(texts: readonly string[], vocabulary: Vocabulary, goal: number): Promise<void> {
  const found = (await findTerms({ words: spoken(texts), speakers: 0 }, vocabulary, noPause)).map((term) => ({
    ...term,
    heard: texts.slice(term.from, term.to),
  }))
  const changed = found.filter(({ form, heard }) => form.letters !== lettersOf(heard.join('')))
  const replaced = changed.filter(({ isQuestion }) => !isQuestion)
  const ordinary = replaced.filter(({ heard }) => heard.every((word) => list.kindOf(word) === 'ordinary'))
  const unknown = texts.filter((word) => !list.isKnown(word)).length
  const per1000 = (count: number) => (count * 1000) / texts.length
  console.log(`clean text: ${texts.length} words, ${percent(unknown / texts.length)} unknown, ${vocabulary.index.size} terms; replaced ${replaced.length} = ${per1000(replaced.length).toFixed(2)} per 1,000, asked ${per1000(changed.length - replaced.length).toFixed(2)}`) // prettier-ignore
  if (words.includes('--faults'))
    for (const { heard, form } of replaced) console.log(`  ${heard.join(' ')} → ${form.text}`)
  mark('at least 100,000 words', String(texts.length), texts.length >= 100_000)
  mark(`false replacements ≤ ${goal} per 1,000`, per1000(replaced.length).toFixed(2), per1000(replaced.length) <= goal)
  mark('ordinary words replaced 0', String(ordinary.length), ordinary.length === 0)
}

/** 25,000 words of which 3 % are unknown: those of the clean text, spread evenly. */
async function speed(texts: readonly string[], vocabulary: Vocabulary): Promise<void> {
  const known = texts.filter((word) => list.isKnown(word))
  const unknown = texts.filter((word) => !list.isKnown(word))
  const every = Math.round(1 / USUAL_UNKNOWN)
  const usual = known.slice(0, LONG_WORDS).map((word, at) => (at % every === 0 ? (unknown[at / every] ?? word) : word))
  const share = usual.filter((word) => !list.isKnown(word)).length / usual.length
  let [longest, last] = [0, performance.now()]
  const pause = () =>
    new Promise<void>((resolve) => {
      longest = Math.max(longest, performance.now() - last)
      setImmediate(() => {
        last = performance.now()
        resolve()
      })
    })
  const start = process.cpuUsage()
  await correctSpeech({ words: spoken(usual), speakers: 0 }, vocabulary, pause)
  const used = process.cpuUsage(start)
  const seconds = (used.user + used.system) / 1e6
  console.log(`${usual.length} words, ${percent(share)} unknown, ${vocabulary.index.size} terms: ${seconds.toFixed(2)} s of CPU, longest without a pause ${longest.toFixed(0)} ms`) // prettier-ignore
  mark(`≤ ${GOAL.seconds} s of CPU`, `${seconds.toFixed(2)} s`, seconds <= GOAL.seconds)
  mark(`the loop is never blocked over ${GOAL.blockedMs} ms`, inMs(longest), longest <= GOAL.blockedMs)
}

async function emptyVocabulary(texts: readonly string[]): Promise<void> {
  const spokenWords = spoken(texts)
  const { words: after } = await correctSpeech({ words: spokenWords, speakers: 0 }, await vocabularyOf([]), noPause)
  const isSame = JSON.stringify(after) === JSON.stringify(spokenWords)
  mark('an empty vocabulary changes no byte', isSame ? 'none' : 'some', isSame)
}
