const LONGEST_PERIOD = 80
/** Three repetitions after the first, and long enough not to be laughter or a stammer. */
const TIMES = 3
const SHORTEST_LOOP = 18

/**
 * The number of words to keep before a loop; all of them if there is none.
 * A recogniser that loses track repeats itself until its output is full.
 */
export function wordsBeforeLoop(words: readonly string[]): number {
  const plain = words.map(lettersOf)
  const text = plain.join('')
  const loop = firstLoop(text)
  if (loop === undefined) return words.length
  let letters = 0
  return plain.findIndex((word) => (letters += word.length) >= loop) + 1
}

export function hasLoop(words: readonly string[]): boolean {
  return firstLoop(words.map(lettersOf).join('')) !== undefined
}

/** Where the first round of a loop ends, in letters. */
function firstLoop(text: string): number | undefined {
  const found: number[] = []
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, text.length); period++) {
    const at = loopOf(text, period)
    if (at !== undefined) found.push(at)
  }
  return found.length > 0 ? Math.min(...found) : undefined
}

function loopOf(text: string, period: number): number | undefined {
  const wanted = Math.max(SHORTEST_LOOP, period * TIMES)
  let run = 0
  for (let at = period; at < text.length; at++) {
    run = text[at] === text[at - period] ? run + 1 : 0
    if (run >= wanted) return at - run + 1
  }
  return undefined
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
