import type { Span } from '#span.ts'
import type { Segment } from '#transcript/segments.ts'
import { joinWords } from '#transcript/spread-words.ts'

/** By which a listener knows a voice. */
const SAMPLE_SECONDS = 3

/** A few seconds of a voice and what it says there. */
export type VoiceSample = Span & { text: string }

/** The beginning of the longest sentence of every speaker: nobody interrupts it. */
export function voiceSamples(segments: readonly Segment[]): ReadonlyMap<number, VoiceSample> {
  const longest = new Map<number, Segment>()
  for (const segment of segments) {
    const known = longest.get(segment.speaker)
    if (!known || lengthOf(segment) > lengthOf(known)) longest.set(segment.speaker, segment)
  }
  return new Map([...longest].map(([speaker, segment]) => [speaker, sampleOf(segment)]))
}

const lengthOf = ({ start, end }: Span) => end - start

function sampleOf({ start, end, text, words }: Segment): VoiceSample {
  const heard = words.filter((word) => word.start < start + SAMPLE_SECONDS)
  const isWhole = heard.length === words.length
  return {
    start,
    end: Math.min(end, start + SAMPLE_SECONDS),
    text: isWhole ? text : `${joinWords(heard).replace(/[^\p{L}\p{N}]+$/u, '')}\u2026`,
  }
}
