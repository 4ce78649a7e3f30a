import { type Paragraph, paragraphRanges, toParagraphs } from '#transcript/paragraphs.ts'
import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

/** Every word as it was said, or only what is worth reading. */
export const views = ['verbatim', 'clean'] as const
export type View = (typeof views)[number]

/** A language's rules for speech not worth reading. Words come in lower case, without marks around them. */
export type CleanRules = {
  /** A sound that is never a word. */
  isFiller: (word: string) => boolean
  /** Words that say nothing where commas or the ends of a sentence set them off on both sides. */
  asides: readonly (readonly string[])[]
  /** A word that nobody says twice on purpose. */
  isRepeatable: (word: string) => boolean
  /** Begins a clause, so that the comma before it stays. */
  beginsClause: (word: string) => boolean
  /** Must not end a line. */
  isShort: (word: string) => boolean
  /** The certain spelling of a word; the word itself where nothing is certain. */
  spell: (word: string) => string
}

/** A word as the clean view shows it; `at` is the position of the word it stands for, so nothing is lost. */
export type CleanWord = { at: number; text: string }

/** Leaves out words not worth reading and prints the rest. The words themselves stay as they are. */
export function cleanWords(texts: readonly string[], rules: CleanRules): CleanWord[] {
  const dropped = droppedWords(texts, rules)
  const kept: CleanWord[] = []
  let isStart = false
  for (const [at, text] of texts.entries()) {
    if (dropped.has(at)) {
      isStart ||= isCapitalised(text) && isSentenceStart(texts, at)
      leaveMarks(kept, text)
      continue
    }
    kept.push({ at, text: isStart ? capitalised(text) : text })
    isStart = false
  }
  return withoutLostCommas(kept, dropped, rules).map(({ at, text }) => ({ at, text: inPrint(text, rules) }))
}

/** The same text without what is not worth reading; segments that say nothing are left out. */
export function cleanSegments(segments: readonly Segment[], rules: CleanRules): Segment[] {
  return segments.flatMap((segment) => cleanSegment(segment, rules) ?? [])
}

function cleanSegment(segment: Segment, rules: CleanRules): Segment | undefined {
  const clean = cleanWords(
    segment.words.map(({ text }) => text),
    rules,
  )
  if (clean.length === 0 && segment.words.length > 0) return undefined
  const words = clean.flatMap(({ at, text }) => withText(segment.words[at], text))
  const text = segment.words.length === 0 ? segment.text : textOf(clean, rules)
  return { ...segment, text, words }
}

function withText(word: Word | undefined, text: string): Word[] {
  return word ? [{ ...word, text }] : []
}

function textOf(clean: readonly CleanWord[], rules: CleanRules): string {
  const texts = clean.map(({ text }) => text)
  return joined(texts, (text) => partsOf(text).after === '' && rules.isShort(bare(text)))
}

function isSentenceStart(texts: readonly string[], at: number): boolean {
  const before = texts[at - 1]
  return before === undefined || endsSentence(before)
}

/** The end of a sentence moves to the last word that is left of it. */
function leaveMarks(kept: CleanWord[], dropped: string) {
  const last = kept.at(-1)
  if (last) kept[kept.length - 1] = { ...last, text: withEndOf(last.text, dropped) }
}

/** A comma that only set off what is dropped goes with it; one before a clause stays. */
function withoutLostCommas(
  kept: readonly CleanWord[],
  dropped: ReadonlySet<number>,
  { beginsClause }: CleanRules,
): CleanWord[] {
  return kept.map((word, index) => {
    const next = kept[index + 1]
    const isGap = dropped.has(word.at + 1)
    const staysForClause = next !== undefined && beginsClause(bare(next.text))
    return isGap && !staysForClause ? { ...word, text: withoutComma(word.text) } : word
  })
}

function inPrint(text: string, { spell }: CleanRules): string {
  const { before, core, after } = partsOf(text)
  const spelt = spell(core.toLowerCase())
  const isKnown = spelt !== core.toLowerCase()
  const shown = isKnown && isCapitalised(core) ? capitalised(spelt) : spelt
  return typeset(isKnown ? before + shown + after : text)
}

const NARROW = '\u00a0'
const DASHES = new Set(['-', '\u2013', '\u2014', '--'])

/** The signs of print instead of those of a keyboard: quotes of the language, dashes, the ellipsis. */
function typeset(text: string): string {
  if (DASHES.has(text)) return '\u2014'
  return text
    .replaceAll('...', '\u2026')
    .replace(/^([^\p{L}\p{N}]*)["\u201c\u201e]/u, '$1\u00ab')
    .replace(/["\u201d\u201c](?=[^\p{L}\p{N}]*$)/u, '\u00bb')
    .replace(/^([^\p{L}\p{N}]*\d{1,4})-(\d{1,4}[^\p{L}\p{N}]*)$/u, '$1\u2013$2')
}

/** Joins words so that no line ends with a short one or begins with a dash. */
function joined(texts: readonly string[], isShort: (text: string) => boolean): string {
  return texts.reduce((line, text, index) => {
    if (index === 0) return text
    return line + (text === '\u2014' || isShort(texts[index - 1] ?? '') ? NARROW : ' ') + text
  }, '')
}

const LONGEST_REPEAT = 3

/** The positions of words that are not worth reading: fillers, asides, repeats and false starts. */
function droppedWords(texts: readonly string[], rules: CleanRules): ReadonlySet<number> {
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

/** A word and the marks around it. */
type Parts = { before: string; core: string; after: string }

const PLAIN = /^[\p{L}\p{N}]+$/u
const PARTS = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su
const SENTENCE_END = /[.!?\u2026]/u

/** Takes the marks off a word. */
function partsOf(text: string): Parts {
  // Most words have no marks, and a text of hours has tens of thousands of them.
  if (PLAIN.test(text)) return { before: '', core: text, after: '' }
  const [, before = '', core = '', after = ''] = PARTS.exec(text) ?? []
  return { before, core, after }
}

const bare = (text: string) => partsOf(text).core.toLowerCase()

function endsSentence(text: string): boolean {
  return SENTENCE_END.test(partsOf(text).after) || (partsOf(text).core === '' && SENTENCE_END.test(text))
}

/** Whether marks stand between this word and the next. */
function endsClause(text: string): boolean {
  return /[,;:.!?\u2026\u2013\u2014]/u.test(partsOf(text).after)
}

function withoutComma(text: string): string {
  return text.replace(/,(?=[^\p{L}\p{N}]*$)/u, '')
}

/** A dropped word leaves the end of its sentence to the word before it. */
function withEndOf(text: string, dropped: string): string {
  const end = /[.!?\u2026]+/u.exec(partsOf(dropped).after)?.[0]
  return end && !endsSentence(text) ? `${withoutComma(text)}${end}` : text
}

function capitalised(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase())
}

function isCapitalised(text: string): boolean {
  return /^\p{Lu}/u.test(partsOf(text).core)
}

/**
 * Makes the clean view of a text, paragraph by paragraph under the same numbers and times; one that says nothing has
 * no text. Knows what it has cleaned before, so that an edit costs one paragraph.
 */
export function paragraphCleaner(rules: CleanRules): (segments: readonly Segment[]) => Paragraph[] {
  const known = new WeakMap<Paragraph, Paragraph>()
  return (segments) => {
    const ranges = paragraphRanges(segments)
    return toParagraphs(segments).map((paragraph, index) => {
      const { at, count } = ranges[index] ?? { at: 0, count: 0 }
      const clean = known.get(paragraph) ?? cleanParagraph(paragraph, segments.slice(at, at + count), rules)
      known.set(paragraph, clean)
      return clean
    })
  }
}

function cleanParagraph(paragraph: Paragraph, segments: readonly Segment[], rules: CleanRules): Paragraph {
  const clean = cleanSegments(segments, rules)
  return {
    ...paragraph,
    text: clean.map(({ text }) => text).join(' '),
    words: clean.flatMap(({ words }) => words),
  }
}
