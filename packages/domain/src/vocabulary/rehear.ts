import { agree } from '#speech/verdict.ts'
import { plainForm, plainWords } from '#transcript/plain-words.ts'
import { joinWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import type { FoundTerm } from './find-terms.ts'

/** Words `from` up to `to` without a pause inside, and the terms that they may be. */
export type DoubtfulPiece = { from: number; to: number; start: number; end: number; found: readonly FoundTerm[] }

/** Replacements less alike are as doubtful as questions. */
const SURE_SIMILARITY = 0.9
const PAUSE_SECONDS = 0.3
const LONGEST_SECONDS = 12
const MARGIN_SECONDS = 0.15

/** The pieces in which a term is in doubt. */
export function doubtfulPieces(words: readonly Word[], found: readonly FoundTerm[]): DoubtfulPiece[] {
  const doubtful = found.filter(({ isQuestion, similarity }) => isQuestion || similarity < SURE_SIMILARITY)
  const pieces: { from: number; to: number; found: FoundTerm[] }[] = []
  for (const term of doubtful) {
    const last = pieces.at(-1)
    if (last && term.from < last.to) last.found.push(term)
    else pieces.push({ ...around(words, term), found: [term] })
  }
  return pieces.map((piece, index) => {
    const from = Math.max(piece.from, pieces[index - 1]?.to ?? 0)
    const [first, last] = [words[from], words[piece.to - 1]]
    const before = words[from - 1]?.end ?? 0
    const after = words[piece.to]?.start ?? Infinity
    return {
      ...piece,
      from,
      start: Math.max(before, (first?.start ?? 0) - MARGIN_SECONDS),
      end: Math.min(after, (last?.end ?? 0) + MARGIN_SECONDS),
    }
  })
}

/** Widens a term to the pauses around it. */
function around(words: readonly Word[], { from, to }: FoundTerm): { from: number; to: number } {
  const start = words[from]?.start ?? 0
  const isNear = (one: Word | undefined, next: Word | undefined) =>
    one !== undefined &&
    next !== undefined &&
    next.start - one.end < PAUSE_SECONDS &&
    Math.abs(one.start - start) < LONGEST_SECONDS / 2
  let [first, last] = [from, to]
  while (isNear(words[first - 1], words[first])) first -= 1
  while (isNear(words[last - 1], words[last])) last += 1
  return { from: first, to: last }
}

/** Whether a second hearing of a piece is taken: a doubtful term appears in it, and the rest is as before. */
export function isReheard(words: readonly Word[], { from, to, found }: DoubtfulPiece, heard: readonly Word[]): boolean {
  const said = plainWords(plainForm(joinWords(heard)))
  const terms = found.map(({ form }) => plainWords(plainForm(form.text)))
  if (!terms.some((term) => hasRun(said, term))) return false
  const inTerms = new Set(terms.flat())
  const isDoubtful = (at: number) => found.some((term) => term.from <= at && at < term.to)
  const before = words.slice(from, to).filter((_, index) => !isDoubtful(from + index))
  const [rest, restNow] = [plainWords(plainForm(joinWords(before))), said.filter((word) => !inTerms.has(word))]
  return rest.length + restNow.length === 0 || agree(rest.join(' '), restNow.join(' '))
}

const hasRun = (words: readonly string[], run: readonly string[]) =>
  ` ${words.join(' ')} `.includes(` ${run.join(' ')} `)
