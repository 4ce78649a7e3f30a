import { bare, endsClause, partsOf } from './marks.ts'
import type { CleanRules } from './rules.ts'

const LONGEST_REPEAT = 3

/** The positions of words that are not worth reading: fillers, asides, repeats and false starts. */
export function droppedWords(texts: readonly string[], rules: CleanRules): ReadonlySet<number> {
  const dropped = new Set<number>()
  // Repeats are judged without dropped words: «I uh I» is a repeat too.
  let left = texts.map((_, index) => index)
  for (const find of [fillersAt, asidesAt, falseStartsAt, repeatsAt]) {
    for (const at of find(
      left.map((index) => texts[index] ?? ''),
      rules,
    ))
      dropped.add(left[at] ?? -1)
    left = left.filter((index) => !dropped.has(index))
  }
  return dropped
}

function fillersAt(texts: readonly string[], rules: CleanRules): number[] {
  return positions(texts, (text) => {
    const word = bare(text)
    return word !== '' && rules.isFiller(word)
  })
}

/** Only between commas or at the border of a sentence: elsewhere the same words may mean something. */
function asidesAt(texts: readonly string[], rules: CleanRules): number[] {
  const said = texts.map(bare)
  return texts.flatMap((_, at) => {
    const aside = rules.asides.find((words) => isSaid(texts, said, at, words) && isSetOff(texts, at, words.length))
    return aside ? aside.map((_word, offset) => at + offset) : []
  })
}

function isSaid(texts: readonly string[], said: readonly string[], at: number, words: readonly string[]): boolean {
  return words.every((word, offset) => {
    if (said[at + offset] !== word) return false
    return offset === words.length - 1 || !endsClause(texts[at + offset] ?? '')
  })
}

function isSetOff(texts: readonly string[], at: number, count: number): boolean {
  const [before, last] = [texts[at - 1], texts[at + count - 1] ?? '']
  return (before === undefined || endsClause(before)) && endsClause(last)
}

/** A word that breaks off: its beginning and a hyphen, then the whole word. */
function falseStartsAt(texts: readonly string[]): number[] {
  return positions(texts, (text, at) => {
    const begun = bare(text)
    return /^[-\u2010\u2013]/u.test(partsOf(text).after) && begun !== '' && bare(texts[at + 1] ?? '').startsWith(begun)
  })
}

/** The first of two equal stretches without a mark between them, if one of its words is never doubled on purpose. */
function repeatsAt(texts: readonly string[], rules: CleanRules): number[] {
  const words = texts.map(bare)
  const dropped = new Set<number>()
  for (let at = 0; at < texts.length; at += 1) {
    const count = repeatLength(texts, words, at, rules)
    for (let offset = 0; offset < count; offset += 1) dropped.add(at + offset)
    at += Math.max(0, count - 1)
  }
  return [...dropped]
}

function repeatLength(
  texts: readonly string[],
  words: readonly string[],
  at: number,
  { isRepeatable }: CleanRules,
): number {
  for (let count = LONGEST_REPEAT; count > 0; count -= 1) {
    const stretch = words.slice(at, at + count)
    const isSame = stretch.every((word, offset) => word !== '' && word === words[at + count + offset])
    if (!isSame) continue
    const isUnmarked = texts.slice(at, at + count).every((text) => partsOf(text).after === '')
    if (isUnmarked && stretch.some(isRepeatable)) return count
  }
  return 0
}

function positions(texts: readonly string[], isIt: (text: string, at: number) => boolean): number[] {
  return texts.flatMap((text, at) => (isIt(text, at) ? at : []))
}
