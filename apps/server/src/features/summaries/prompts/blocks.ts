import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { MediaType } from '@doslovno/domain/upload/options.ts'

/** The kind of a recording inside a prompt. */
export const kindNames: Record<MediaType, string> = {
  interview: 'интервью',
  lection: 'лекция',
  talking: 'разговор',
  meeting: 'совещание',
  other: 'разговор',
}

/** One line per turn: «А: [1] … [2] …». Numbers count from one, or from `first`. */
export function transcriptBlock(sentences: readonly Sentence[], first = 1): string {
  return turnsOf(sentences, first)
    .map(({ speaker, numbered }) => `${letterOf(speaker)}: ${numbered.join(' ')}`)
    .join('\n')
}

type Turn = { speaker: number; numbered: string[] }

function turnsOf(sentences: readonly Sentence[], first: number): Turn[] {
  const turns: Turn[] = []
  for (const [index, { speaker, text }] of sentences.entries()) {
    const numbered = `[${first + index}] ${oneLine(text)}`
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.numbered.push(numbered)
    else turns.push({ speaker, numbered: [numbered] })
  }
  return turns
}

/** A line break or a mark inside a sentence would look like one of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[⟦⟧]/g, '').trim()
}

/** The letters of everybody who speaks, in order of appearance. */
export function lettersOf(sentences: readonly Sentence[]): string {
  return [...new Set(sentences.map(({ speaker }) => letterOf(speaker)))].join(', ')
}

/** «07:05», «61:40». */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** Letters that stand for speakers in prompts. Those that look like digits or like each other are left out. */
const LETTERS = 'АБВГДЕЖИКЛМНПРСТУФХЦШЭЮЯ'
const LATIN_TWINS: Record<string, string> = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', P: 'Р', T: 'Т', X: 'Х', Y: 'У' } // prettier-ignore

/** «А» for speaker 0; after the last letter «А2», «Б2» and so on. Names of speakers never leave the server. */
export function letterOf(speaker: number): string {
  const round = Math.floor(speaker / LETTERS.length)
  return `${LETTERS[speaker % LETTERS.length]}${round === 0 ? '' : round + 1}`
}

/** The speaker of a letter; models sometimes answer with a Latin letter of the same look. */
export function speakerOf(letter: string): number | undefined {
  const [, sign = '', round = '1'] = /^(\p{L})(\d+)?[.:]?$/u.exec(letter.trim().toUpperCase()) ?? []
  const place = LETTERS.indexOf(LATIN_TWINS[sign] ?? sign)
  if (sign === '' || place < 0) return undefined
  return (Number(round) - 1) * LETTERS.length + place
}

/** Speakers of an answer: known letters only, each once. */
export function speakersOf(letters: readonly string[], known: ReadonlySet<number>): number[] {
  const found = letters.map(speakerOf).filter((speaker) => speaker !== undefined && known.has(speaker))
  return [...new Set(found as number[])]
}
