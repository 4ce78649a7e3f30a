import { deflateSync } from 'node:zlib'

import type { Transcription, TranscriptionForm, VerboseTranscription } from '@doslovno/contract/transcriptions.ts'
import { toCues, toSrt, toVtt } from '@doslovno/domain/export/subtitles.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { russianLineBreaks } from '@doslovno/texts/language/line-breaks.ts'

import type { ScriptRow } from '#platform/tables.ts'

type Recognised = Pick<ScriptRow, 'language' | 'durationSeconds' | 'processedSeconds'>
type Rendered = { mediaType: string; body: string | Transcription | VerboseTranscription }

/** The text in the format that the caller asked for. */
export function render(form: TranscriptionForm, script: Recognised, segments: readonly Segment[]): Rendered {
  switch (form.response_format) {
    case 'json':
      return { mediaType: 'application/json', body: { text: textOf(segments), usage: usageOf(script) } }
    case 'verbose_json':
      return { mediaType: 'application/json', body: verbose(form, script, segments) }
    case 'text':
      return { mediaType: 'text/plain; charset=utf-8', body: `${textOf(segments)}\n` }
    case 'srt':
      return { mediaType: 'application/x-subrip; charset=utf-8', body: toSrt(toCues(segments, russianLineBreaks)) }
    case 'vtt':
      return { mediaType: 'text/vtt; charset=utf-8', body: toVtt(toCues(segments, russianLineBreaks)) }
  }
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}

function usageOf({ durationSeconds, processedSeconds }: Recognised): Transcription['usage'] {
  return { type: 'duration', seconds: Math.ceil(processedSeconds ?? durationSeconds ?? 0) }
}

function verbose(
  { timestamp_granularities: wanted }: TranscriptionForm,
  script: Recognised,
  segments: readonly Segment[],
): VerboseTranscription {
  return {
    task: 'transcribe',
    language: languageName(script.language),
    duration: script.durationSeconds ?? 0,
    text: textOf(segments),
    ...(wanted.includes('segment') && { segments: segments.map(segmentView) }),
    ...(wanted.includes('word') && { words: segments.flatMap(({ words }) => words.map(wordView)) }),
    usage: usageOf(script),
  }
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** As Whisper names languages: `russian`. */
function languageName(code: string | null): string {
  return code ? (englishNames.of(code) ?? code).toLowerCase() : 'unknown'
}

/** Whisper counts in frames of 10 ms. */
const FRAMES_PER_SECOND = 100

/** Tokens, temperature and the probability of silence are not known here: their values are neutral. */
function segmentView({ start, end, text, words }: Segment, id: number) {
  return {
    id,
    seek: Math.round(start * FRAMES_PER_SECOND),
    start,
    end,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: averageLogarithm(words.flatMap(({ confidence }) => confidence ?? [])),
    compression_ratio: compressionRatio(text),
    no_speech_prob: 0,
  }
}

function wordView({ text, start, end }: Segment['words'][number]) {
  return { word: text, start, end }
}

const LEAST_CONFIDENCE = 1e-6

function averageLogarithm(confidences: readonly number[]): number {
  if (confidences.length === 0) return 0
  const logarithms = confidences.map((confidence) => Math.log(Math.max(confidence, LEAST_CONFIDENCE)))
  return logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length
}

/** Whisper's sign of a loop: how many times shorter the text gets by zlib. */
function compressionRatio(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length / deflateSync(bytes).length
}
