import { createHash } from 'node:crypto'

import { cues } from '@doslovno/texts/summaries/simulated-model.ts'

import type { Note, Prompt, Sentence } from './prompt.ts'
import { keysOf, type Purpose } from './purpose.ts'

/** One statement of an answer, before it takes the shape that its purpose wants. */
export type Item = {
  text: string
  /** Sentences or notes that it cites; a failing model writes ranges as text. */
  numbers: (number | string)[]
  who: string[]
  kind: string
  weight: number
  section: string
}

const kinds = ['fact', 'decision', 'task', 'opinion', 'objection', 'definition', 'example'] as const
const SENTENCE_WORDS = 6
/** Models are asked for no longer statements. */
const STATEMENT_WORDS = 25

/** Makes the model's answer from the prompt alone. */
export function itemsOf(purpose: Purpose, prompt: Prompt, schema: unknown): Item[] {
  if (purpose === 'read') return notesOf(prompt)
  if (purpose === 'about') return heaviest(prompt.notes, 5).map(topicOf)
  if (purpose === 'summary' || purpose === 'theses') return statementsOf(prompt, keysOf(schema))
  if (purpose === 'reword') return prompt.notes.map(rewordedOf)
  if (purpose === 'titles') return prompt.notes.map(titleOf)
  if (purpose === 'answer') return answersOf(prompt)
  return []
}

/** Every third sentence of at least six words, the heaviest up to the limit, in their order. */
function notesOf({ sentences, frame }: Prompt): Item[] {
  const long = sentences.filter(({ text }) => wordsOf(text).length >= SENTENCE_WORDS)
  return heaviest(
    long.filter((_, index) => index % 3 === 0),
    limitOf(frame) ?? 13,
  ).map(noteOf)
}

/** How many statements the prompt asks for. */
function limitOf(frame: string): number | undefined {
  const [, limit] = cues.limit.exec(frame) ?? []
  return limit === undefined ? undefined : Number(limit)
}

const noteOf = ({ number, letter, text }: Sentence): Item =>
  item({
    text: statementOf(text),
    numbers: [number],
    who: letter ? [letter] : [],
    kind: text.endsWith('?') ? 'question' : (kinds[Math.floor(chance('kind', text) * kinds.length)] ?? 'fact'),
    weight: weightOf(text),
  })

const statementOf = (text: string) => tidy(text.split(/\s+/).slice(0, STATEMENT_WORDS).join(' '))

const item = (given: Partial<Item> & { text: string }): Item => ({
  numbers: [],
  who: [],
  kind: 'fact',
  weight: 1,
  section: 'main',
  ...given,
})

/** By the text alone: a note weighs the same wherever it is met. */
const weightOf = (text: string) => 1 + Math.floor(chance('weight', tidy(text)) * 3)

function heaviest<One extends { text: string }>(all: readonly One[], count: number): One[] {
  const order = (text: string) => weightOf(text) + chance('order', tidy(text))
  const chosen = new Set(all.toSorted((one, other) => order(other.text) - order(one.text)).slice(0, count))
  return all.filter((one) => chosen.has(one))
}

const topicOf = ({ number, text }: Note) => item({ text: fewWords(text, 3).toLowerCase(), numbers: [number] })

/** The first run of long words. */
function fewWords(text: string, count: number): string {
  const words = wordsOf(text)
  const start = words.findIndex((word, index) => word.length > 4 && (words[index + 1]?.length ?? 0) > 4)
  return words.slice(Math.max(start, 0), Math.max(start, 0) + count).join(' ')
}

function statementsOf({ notes, frame }: Prompt, keys: readonly string[]): Item[] {
  const count = limitOf(frame) ?? Math.min(12, Math.max(5, Math.ceil(notes.length / 3)))
  return heaviest(notes, count).map(({ number, text, who }, index) =>
    item({ text: statementOf(text), numbers: [number], who, section: keys[index % keys.length] ?? 'main' }),
  )
}

/** The sentence that says most of the statement; nothing if none says any of it. */
function rewordedOf({ number, text, sentences }: Note): Item {
  const best = sentences.toSorted((one, other) => shared(other.text, text) - shared(one.text, text))[0]
  return item({ text: best && shared(best.text, text) > 0 ? statementOf(best.text) : '', numbers: [number] })
}

const titleOf = ({ number, text, sentences }: Note) =>
  item({ text: fewWords(text || (sentences[0]?.text ?? ''), 3), numbers: [number] })

/** Up to three sentences that share words with the question. */
function answersOf({ frame, sentences }: Prompt): Item[] {
  const question = cues.question.exec(frame)?.[1] ?? frame
  return sentences
    .filter(({ text }) => shared(text, question) > 0 && !text.endsWith('?'))
    .toSorted((one, other) => shared(other.text, question) - shared(one.text, question))
    .slice(0, 3)
    .map(noteOf)
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []

/** A sentence without its fillers, with a capital and a full stop. */
export function tidy(text: string): string {
  const short = text.replace(cues.filler, '').trim() || text.trim()
  const whole = /[.!?…]$/.test(short) ? short : `${short}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** A number from 0 up to 1 that only the texts decide. */
export function chance(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE() / 2 ** 32
}

/** How many words two texts share; five letters stand for a word with its endings. */
function shared(one: string, other: string): number {
  const stems = new Set(stemsOf(other))
  return new Set(stemsOf(one).filter((stem) => stems.has(stem))).size
}

const stemsOf = (text: string) =>
  wordsOf(text.toLowerCase())
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5))
