import type { Token } from '@doslovno/domain/speech/tokens.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import type { RecognizerResult } from 'sherpa-onnx-node'

/** A recogniser's result for a piece. */
export type Heard = {
  text: string
  tokens: readonly Token[]
  /** Whether the recogniser gave the duration of each token. */
  hasDurations: boolean
  language: string
}

type Timed = { text: string; start: number; end: number; confidences: number[] }

/** Converts the engine's result, which may lack durations or all times. */
export function toHeard(result: RecognizerResult, pieceSeconds: number): Heard {
  const { text, lang, tokens, timestamps, durations, ys_log_probs: logs } = result
  const hasTimes = timestamps.length === tokens.length
  const hasDurations = hasTimes && durations.length === tokens.length
  const starts = hasTimes ? timestamps : spread(tokens, pieceSeconds)
  const timed = tokens.map((token, index) => {
    const start = starts[index] ?? 0
    const next = starts[index + 1] ?? start + LAST_TOKEN_SECONDS
    const duration = hasDurations ? (durations[index] ?? 0) : Math.min(next - start, LONGEST_TOKEN_SECONDS)
    const confidence = logs?.length === tokens.length ? Math.exp(logs[index] ?? 0) : null
    return { text: token, start, duration, confidence }
  })
  return { text, tokens: timed, hasDurations, language: lang }
}

const LAST_TOKEN_SECONDS = 0.3
const LONGEST_TOKEN_SECONDS = 0.5

/** Estimates times as if every letter took equally long. */
function spread(tokens: readonly string[], pieceSeconds: number): number[] {
  const letters = tokens.reduce((sum, token) => sum + token.length, 0)
  let before = 0
  return tokens.map((token) => {
    const start = (before / Math.max(1, letters)) * pieceSeconds
    before += token.length
    return start
  })
}

/**
 * Joins tokens into words at their leading spaces, timed from `offsetSeconds`. Drops tokens after the end of the piece:
 * they come from the padding.
 */
export function wordsOf(heard: Heard, offsetSeconds: number, pieceSeconds: number): Word[] {
  const timed = timedWords(heard.tokens, pieceSeconds)
  const texts = heard.text.trim().split(/\s+/)
  // A rare letter may be split between tokens; it is intact in the whole text.
  const isWhole = texts.length === timed.length
  return timed.map(({ text, start, end, confidences }, index) => ({
    text: isWhole ? (texts[index] ?? text) : text,
    start: toMilliseconds(offsetSeconds + start),
    end: toMilliseconds(offsetSeconds + Math.min(Math.max(end, start), pieceSeconds)),
    confidence: mean(confidences),
  }))
}

function timedWords(tokens: readonly Token[], pieceSeconds: number): Timed[] {
  const words: Timed[] = []
  for (const { text, start, duration, confidence } of tokens) {
    if (start >= pieceSeconds) break
    const end = start + duration
    const last = words.at(-1)
    const confidences = confidence === null ? [] : [confidence]
    if (!last || text.startsWith(' ')) words.push({ text: text.trim(), start, end, confidences })
    else {
      last.text += text
      last.end = end
      last.confidences.push(...confidences)
    }
  }
  return words.filter((word) => word.text !== '')
}

/** Null if the engine gives none, as Whisper does here. */
function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
