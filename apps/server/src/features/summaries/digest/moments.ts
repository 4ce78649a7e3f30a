import type { Moment } from '@doslovno/contract/summaries.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import type { Span } from '@doslovno/domain/span.ts'

/** The moments of the recording that anchors point to, with what is said there now. */
export function momentsAt(sentences: readonly Sentence[], anchors: readonly Span[]): Moment[] {
  return anchors.map(({ start, end }) => {
    const said = sentencesAt(sentences, { start, end })
    return { start, end, text: said.map(({ text }) => text).join(' '), speaker: said[0]?.speaker ?? 0 }
  })
}

export function textAt(sentences: readonly Sentence[], anchors: readonly Span[]): string {
  return momentsAt(sentences, anchors)
    .map(({ text }) => text)
    .join(' ')
}

/** Sentences that lie in a span by at least half of either. */
function sentencesAt(sentences: readonly Sentence[], span: Span): Sentence[] {
  return sentences.filter((sentence) => {
    const common = Math.min(sentence.end, span.end) - Math.max(sentence.start, span.start)
    return common * 2 >= Math.min(sentence.end - sentence.start, span.end - span.start)
  })
}
