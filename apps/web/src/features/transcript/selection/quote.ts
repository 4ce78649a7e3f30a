import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { selectionTexts } from '@doslovno/texts/file-page.ts'

import type { TextRange } from '#features/transcript/reader/highlights.ts'
import { wordAtOffset, type WordIndex } from '#features/transcript/reader/word-index.ts'
import { clock } from '#lib/format/time.ts'

type Text = {
  paragraphs: readonly Paragraph[]
  words: WordIndex
  nameOf: (speaker: number) => string
}

/** Quotes whole words with speaker and time, one line per turn. */
export function quoteOf(ranges: readonly TextRange[], { paragraphs, words, nameOf }: Text): string {
  const turns: { speaker: number; seconds: number; text: string }[] = []
  for (const { paragraph, from, to } of ranges) {
    const { speaker, text } = paragraphs[paragraph] ?? { speaker: 0, text: '' }
    const whole = wholeWords(text, from, to)
    const last = turns.at(-1)
    if (last?.speaker === speaker) turns.splice(-1, 1, { ...last, text: `${last.text} ${whole}` })
    else turns.push({ speaker, seconds: words.start[wordAtOffset(words, paragraph, from)] ?? 0, text: whole })
  }
  return turns
    .map(({ speaker, seconds, text }) => selectionTexts.quoteOf(text, nameOf(speaker), clock(seconds)))
    .join('\n')
}

/** Copies the selected text of one paragraph, or the paragraphs with the names of their speakers. */
export function copyOf(ranges: readonly TextRange[], { paragraphs, nameOf }: Text, hasNames: boolean): string {
  const lines = ranges.map(({ paragraph, from, to }) => {
    const { speaker, text } = paragraphs[paragraph] ?? { speaker: 0, text: '' }
    const selected = text.slice(from, to)
    return hasNames && ranges.length > 1 ? selectionTexts.said(nameOf(speaker), selected) : selected
  })
  return lines.join('\n\n')
}

const WORD_BEFORE = /[\p{L}\p{M}\p{N}’'-]*$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}’'-]*/u

/** The text of a range, widened to the words that it cuts. */
function wholeWords(text: string, from: number, to: number): string {
  const isWord = (at: number) => /[\p{L}\p{M}\p{N}]/u.test(text[at] ?? '')
  const before = isWord(from) ? (WORD_BEFORE.exec(text.slice(0, from))?.[0].length ?? 0) : 0
  const after = isWord(to - 1) ? (WORD_AFTER.exec(text.slice(to))?.[0].length ?? 0) : 0
  return text.slice(from - before, to + after)
}
