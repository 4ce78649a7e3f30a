export type Fragment = { text: string; isMarked: boolean }

/** Characters kept before the first match; more does not fit under a file name. */
const BEFORE = 24

/** Splits a sentence and marks the matches: exact words, else other forms, else near spellings. */
export function markWords(sentence: string, search: string): Fragment[] {
  const fragments = fragmentsOf(sentence)
  const words = fragments.map(plain)
  const marked = new Set(wordsOf(search).flatMap((sought) => fittingWords(words, sought)))
  return fragments.map((text, index) => ({ text, isMarked: marked.has(index) }))
}

/** Trims the text too far before the first match to be visible. */
export function aroundMarks(fragments: readonly Fragment[]): Fragment[] {
  let from = Math.max(
    fragments.findIndex(({ isMarked }) => isMarked),
    0,
  )
  for (let length = 0; from > 0; from--) {
    length += fragments[from - 1]?.text.length ?? 0
    if (length > BEFORE) return [{ text: '… ', isMarked: false }, ...fromWord(fragments.slice(from))]
  }
  return [...fragments]
}

function fromWord(fragments: readonly Fragment[]): Fragment[] {
  return fragments.slice(fragments.findIndex(({ text }) => isWord(text)))
}

/** Case-insensitive. */
export function isInName(fileName: string, search: string): boolean {
  return fileName.toLowerCase().includes(search.toLowerCase())
}

/** Words and the text between them, alternating. */
function fragmentsOf(sentence: string): string[] {
  return sentence.split(/([\p{L}\p{N}]+)/u).filter(Boolean)
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function wordsOf(search: string): string[] {
  return plain(search).match(/[\p{L}\p{N}]+/gu) ?? []
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('\u0451', '\u0435')
}

function fittingWords(words: readonly string[], sought: string): number[] {
  const begins = indexesOf(words, (word) => word.startsWith(sought))
  if (begins.length > 0) return begins
  const forms = indexesOf(words, (word) => isForm(word, sought))
  return forms.length > 0 ? forms : indexesOf(words, (word) => isNear(word, sought))
}

function indexesOf(words: readonly string[], fits: (word: string) => boolean): number[] {
  return words.flatMap((word, index) => (fits(word) ? index : []))
}

const LONGEST_ENDING = 3
const SHORTEST_STEM = 3

/** Russian words inflect at the end. */
function isForm(word: string, sought: string): boolean {
  const stem = sharedStart(word, sought)
  return stem >= SHORTEST_STEM && Math.max(word.length, sought.length) - stem <= LONGEST_ENDING
}

const MAX_TYPOS = 2

/** Allows for typos. */
function isNear(word: string, sought: string): boolean {
  return sought.length >= SHORTEST_STEM + MAX_TYPOS && typosBetween(word, sought) <= MAX_TYPOS
}

/** Levenshtein distance. */
function typosBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (one[index] === other[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
