import fc from 'fast-check'

import type { Operation } from '#editing/operations.ts'
import type { Transcript } from '#editing/transcript.ts'

import { segmentsOf, shortWord, spokenWords } from './transcripts.ts'

const index = fc.nat(8)
const speaker = fc.nat(4)
const name = fc.constantFrom('Anna', 'Peter', 'Iya')

/** Operations that often fit a short text. */
export const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('editText' as const),
    at: index,
    count: fc.integer({ min: 1, max: 3 }),
    text: fc.array(shortWord).map((words) => words.join(' ')),
  }),
  fc.record({
    kind: fc.constant('replaceMany' as const),
    replacements: fc
      .uniqueArray(fc.record({ at: index, text: fc.oneof(shortWord, fc.constant('')) }), {
        selector: ({ at }) => at,
        maxLength: 5,
      })
      .map((list) => list.map((one) => ({ ...one, from: 0, to: 1 }))),
  }),
  fc.record({ kind: fc.constant('splitSegment' as const), at: index, word: fc.nat(8) }),
  fc.record({
    kind: fc.constant('assignSpeaker' as const),
    at: index,
    scope: fc.constantFrom('phrase' as const, 'onwards' as const),
    speaker,
  }),
  fc.record({ kind: fc.constant('mergeSpeakers' as const), from: speaker, into: speaker }),
  fc.record({
    kind: fc.constant('restoreSpeakers' as const),
    runs: fc
      .array(speaker, { maxLength: 3 })
      .map((list) => list.map((one, at) => ({ at: at * 2, count: 2, speaker: one }))),
    speakers: fc.constant([]),
  }),
  fc.record({ kind: fc.constant('addSpeaker' as const), speaker: fc.record({ speakerId: speaker, name }) }),
  fc.record({ kind: fc.constant('nameSpeaker' as const), speaker: fc.record({ speakerId: speaker, name }) }),
)

export const transcripts: fc.Arbitrary<Transcript> = fc.record({
  segments: segmentsOf(spokenWords(shortWord)),
  speakers: fc.uniqueArray(fc.record({ speakerId: fc.nat(2), name }), { selector: ({ speakerId }) => speakerId }),
})
