import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'

import { toWords } from '#lab/bench/vocabulary/material.ts'

/** Words at `from`–`to` of a text that were not said, and those said instead. Either may be nothing. */
export type WordError = { from: number; to: number; said: readonly string[] }

type Token = { from: number; to: number; word: string }
/** A heard word beside a said one; one of them is absent where a word was added or left out. */
type Pair = { heard?: Token; said?: string }

/** Finds the errors of a piece of a transcript by the words of the whole recording. */
export function errorsOf(text: string, saidWords: readonly string[]): WordError[] {
  const errors: { from: number; to: number; said: string[] }[] = []
  let isOpen = false
  let end = 0
  for (const { heard, said } of alignInside(tokensOf(text), saidWords)) {
    const isWrong = heard?.word !== said
    if (isWrong && !isOpen) errors.push({ from: heard?.from ?? end, to: end, said: [] })
    const error = errors.at(-1)
    if (isWrong && error) {
      // Words left out before this one were placed after the word before.
      if (heard && error.to === end && error.from === end) error.from = heard.from
      if (heard) error.to = heard.to
      if (said !== undefined) error.said.push(said)
    }
    isOpen = isWrong
    end = heard?.to ?? end
  }
  return errors.map(({ from, to, said }) => ({ from, to: Math.max(from, to), said }))
}

/** Words to be changed, added or removed in the whole text. */
export function countErrors(text: string, saidWords: readonly string[]): number {
  return Math.round(wordErrorRate(saidWords.join(' '), text) * saidWords.length)
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: match, index }) => ({
    from: index,
    to: index + match.length,
    word: toWords(match).join(''),
  }))
}

/** Aligns the words with the stretch of the recording that fits best. */
function alignInside(heard: readonly Token[], said: readonly string[]): Pair[] {
  const costs = [Array.from({ length: said.length + 1 }, () => 0)]
  const cost = (i: number, j: number) => costs[i]?.[j] ?? Infinity
  const change = (i: number, j: number) => (heard[i - 1]?.word === said[j - 1] ? 0 : 1)
  for (let i = 1; i <= heard.length; i++) {
    costs[i] = [i]
    for (let j = 1; j <= said.length; j++)
      costs[i]?.push(Math.min(cost(i - 1, j - 1) + change(i, j), cost(i - 1, j) + 1, cost(i, j - 1) + 1))
  }
  const last = costs[heard.length] ?? []
  let [i, j] = [heard.length, last.indexOf(Math.min(...last))]
  const pairs: Pair[] = []
  while (i > 0) {
    const pair: Pair = {}
    const isBoth = j > 0 && cost(i, j) === cost(i - 1, j - 1) + change(i, j)
    const isAdded = !isBoth && cost(i, j) === cost(i - 1, j) + 1
    const [token, word] = [heard[i - 1], said[j - 1]]
    if ((isBoth || isAdded) && token) pair.heard = token
    if (!isAdded && word !== undefined) pair.said = word
    pairs.push(pair)
    if (isBoth || isAdded) i--
    if (!isAdded) j--
  }
  return pairs.toReversed()
}
