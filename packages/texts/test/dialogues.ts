import { type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'
import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

/** A dialogue written for the tests. `names`: what each speaker may be called, by number. */
export type Dialogue = { title: string; segments: readonly Segment[]; names: ReadonlyMap<number, readonly string[]> }

const SECONDS_PER_WORD = 0.45
const FIRST_SPEAKER = 'A'.charCodeAt(0)

/** Reads dialogues as `introductions/dev-dialogues.ts` writes them. */
export function readDialogues(text: string): Dialogue[] {
  return text.split(/^# /mu).slice(1).map(readDialogue)
}

function readDialogue(text: string): Dialogue {
  const [title = '', ...lines] = text.trim().split('\n')
  const names = lines.filter((line) => line.startsWith('= ')).map((line) => line.slice(2))
  return {
    title,
    segments: segmentsOf(lines.filter((line) => /^[A-Z]:/u.test(line))),
    names: new Map(names.map((line) => [speakerOf(line), saidIn(line).split(' | ')])),
  }
}

/** The turns of a dialogue, a line each: `A: text`. */
export function segmentsOf(turns: readonly string[]): Segment[] {
  const spoken = turns.flatMap((turn) => splitWords(saidIn(turn)).map((text) => ({ text, speaker: speakerOf(turn) })))
  const words = spoken.map(({ text }, index): Word => {
    const start = index * SECONDS_PER_WORD
    return { text, start, end: start + SECONDS_PER_WORD, confidence: null }
  })
  return toSegments(
    words,
    spoken.map(({ speaker }) => speaker),
  )
}

const speakerOf = (line: string) => line.charCodeAt(0) - FIRST_SPEAKER
const saidIn = (line: string) => line.slice('A: '.length)
