import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { droppedWords } from './dropped.ts'
import { bare, capitalised, endsSentence, isCapitalised, partsOf, withEndOf, withoutComma } from './marks.ts'
import type { CleanRules } from './rules.ts'

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
