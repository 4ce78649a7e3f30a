export type Piece = { text: string; isMarked: boolean }

/** More of a sentence than this does not fit under a name. */
const BEFORE = 24

/** A sentence in pieces, those marked that the search is about: words as typed, else in another form, else spelt nearly so. */
export function markWords(sentence: string, search: string): Piece[] {
  const pieces = piecesOf(sentence)
  const words = pieces.map(plain)
  const marked = new Set(wordsOf(search).flatMap((sought) => fittingWords(words, sought)))
  return pieces.map((text, index) => ({ text, isMarked: marked.has(index) }))
}

/** The same without what is too far before the first marked word to be seen. */
export function aroundMarks(pieces: readonly Piece[]): Piece[] {
  let from = Math.max(
    pieces.findIndex(({ isMarked }) => isMarked),
    0,
  )
  for (let length = 0; from > 0; from--) {
    length += pieces[from - 1]?.text.length ?? 0
    if (length > BEFORE) return [{ text: '… ', isMarked: false }, ...fromWord(pieces.slice(from))]
  }
  return [...pieces]
}

function fromWord(pieces: readonly Piece[]): Piece[] {
  return pieces.slice(pieces.findIndex(({ text }) => isWord(text)))
}

/** Whether a file's name has what is typed, whatever the case. */
export function isInName(fileName: string, search: string): boolean {
  return fileName.toLowerCase().includes(search.toLowerCase())
}

/** Words and what stands between them, in turn. */
function piecesOf(sentence: string): string[] {
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

/** Russian words change at their ends. */
function isForm(word: string, sought: string): boolean {
  const stem = sharedStart(word, sought)
  return stem >= SHORTEST_STEM && Math.max(word.length, sought.length) - stem <= LONGEST_ENDING
}

const MOST_SLIPS = 2

/** Spelt nearly so. */
function isNear(word: string, sought: string): boolean {
  return sought.length >= SHORTEST_STEM + MOST_SLIPS && slipsBetween(word, sought) <= MOST_SLIPS
}

/** How many letters were put in, left out or taken for others (Levenshtein). */
function slipsBetween(one: string, other: string): number {
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
