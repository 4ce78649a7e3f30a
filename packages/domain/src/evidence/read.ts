import { contentOf, type ContentWord } from '#language/content-words.ts'
import { type Denials, denialsOf } from '#language/denials.ts'
import type { Language } from '#language/language.ts'
import { type NumberIn, numbersOf } from '#language/numbers.ts'
import { isSign, type Token, tokensOf } from '#language/tokens.ts'
import { plainForm } from '#transcript/words.ts'

/** A text taken apart for comparison. `plain`: the text in its `plainForm`. */
export type ReadText = Denials & {
  plain: string
  tokens: readonly Token[]
  words: readonly ContentWord[]
  numbers: readonly NumberIn[]
  /** Weekdays, months and days relative to today. */
  days: ReadonlySet<string>
}

export type Heard = ReadText & { speaker: number }

export function readText(text: string, language: Language): ReadText {
  const tokens = tokensOf(text)
  const { calendar } = language
  return {
    plain: plainForm(text),
    tokens,
    words: contentOf(tokens, language),
    numbers: numbersOf(tokens, language),
    days: new Set(tokens.map(({ word }) => calendar.dayOf(word)).filter((day) => day !== null)),
    ...denialsOf(tokens, language),
  }
}

export const hasCapital = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Words that follow each other without a word or a sign between them. */
export function runsOf(words: readonly ContentWord[]): ContentWord[][] {
  const runs: ContentWord[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    if (run?.at(-1)?.index === word.index - 1) run.push(word)
    else runs.push([word])
  }
  return runs
}

/** Whether a run of words stands between signs or the ends of a text. */
export function isSetOff(run: readonly ContentWord[], { tokens }: ReadText): boolean {
  const isEdge = (token: Token | undefined) => !token || isSign(token)
  return isEdge(tokens[(run[0]?.index ?? 0) - 1]) && isEdge(tokens[(run.at(-1)?.index ?? 0) + 1])
}
