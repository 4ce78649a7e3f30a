import type { Word } from '@doslovno/domain/transcript/words.ts'
import type { RecognizerResult } from 'sherpa-onnx-node'

type Timed = { text: string; start: number; end: number }

/**
 * Whisper's tokens joined into words at their leading spaces, timed from `offsetSeconds`.
 * Tokens placed after the end of the piece were heard in the padding, that is nowhere: they are left out.
 */
export function wordsOf(result: RecognizerResult, offsetSeconds: number, pieceSeconds: number): Word[] {
  const timed = timedWords(result, pieceSeconds)
  const texts = result.text.trim().split(/\s+/)
  // A rare letter may be split between tokens; the whole text has it right.
  const isWhole = texts.length === timed.length
  return timed.map(({ text, start, end }, index) => ({
    text: isWhole ? (texts[index] ?? text) : text,
    start: toMilliseconds(offsetSeconds + start),
    end: toMilliseconds(offsetSeconds + Math.min(Math.max(end, start), pieceSeconds)),
    // Whisper gives none here.
    confidence: null,
  }))
}

function timedWords({ tokens, timestamps, durations }: RecognizerResult, pieceSeconds: number): Timed[] {
  const words: Timed[] = []
  for (const [index, token] of tokens.entries()) {
    const start = timestamps[index] ?? 0
    if (start >= pieceSeconds) break
    const end = start + (durations[index] ?? 0)
    const last = words.at(-1)
    if (!last || token.startsWith(' ')) words.push({ text: token.trim(), start, end })
    else {
      last.text += token
      last.end = end
    }
  }
  return words.filter((word) => word.text !== '')
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
