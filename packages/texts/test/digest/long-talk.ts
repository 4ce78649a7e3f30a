import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'

import { talks } from '#test/talks.ts'

/** Every third long word is varied, so that later conversations bring words of their own. */
const VARIED = 3
const LETTERS = 'бвгдзклмнпрстфхцчш'

/** The conversations one after another, again and again in varied words, for so many hours. */
export function longTalk(hours: number): Sentence[] {
  const sentences: Sentence[] = []
  for (let round = 0, clock = 0; clock < hours * 3600; round++)
    for (const { start, end, text, speaker } of talks.flatMap((talk) => talk.sentences)) {
      const length = end - start
      sentences.push({ start: clock, end: clock + length, text: vary(text, round), speaker })
      clock += length
    }
  return sentences
}

function vary(text: string, round: number): string {
  const letter = LETTERS[round % LETTERS.length] ?? ''
  return text.replaceAll(/\p{Ll}{5,}/gu, (word, at: number) => ((at + round) % VARIED === 0 ? letter + word : word))
}
