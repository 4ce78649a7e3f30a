import { randomUUID } from 'node:crypto'

import type { Script, Segment } from '@doslovno/contract/scripts.ts'

import { type Random, seededRandom } from '#lab/random.ts'

export const HOURS = 3
export const WORDS = 25_000
const SPEAKERS = 4
const letters = (...codes: number[]) => codes.map((code) => String.fromCodePoint(code))
const VOWELS = letters(0x430, 0x435, 0x438, 0x43e, 0x443, 0x44f)
const CONSONANTS = letters(0x432, 0x434, 0x43a, 0x43b, 0x43c, 0x43d, 0x43f, 0x440, 0x441, 0x442)
const PEAKS = 1200
/** The share of words with low confidence. */
const UNSURE = 0.1

/** A finished file with several speakers, sentences of natural length and a time for every word. */
export function makeScript(seconds = HOURS * 3600, words = WORDS): Script {
  const random = seededRandom('long script')
  const segments: Segment[] = []
  const secondsPerWord = seconds / words
  for (let count = 0, speaker = 0; count < words;) {
    if (random.next() < 0.3) speaker = random.below(SPEAKERS)
    const length = Math.min(words - count, 4 + random.below(12))
    segments.push(makeSegment(random, { speaker, length, start: count * secondsPerWord, secondsPerWord }))
    count += length
  }
  return {
    id: randomUUID(),
    fileName: 'bench.mp3',
    fileSize: 86_400_000,
    type: 'audio',
    duration: seconds,
    uploadAt: new Date().toISOString(),
    status: 'complete',
    isInspected: true,
    public: false,
    canEdit: true,
    isExpired: false,
    fileSrc: '/sound.wav',
    playbackSrc: '/sound.wav',
    srcSeconds: 300,
    speakerNames: [],
    language: 'ru',
    speakers: SPEAKERS,
    peaks: Array.from({ length: PEAKS }, () => Math.round(10 + random.next() * 90)),
    version: 0,
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
    script: segments,
  }
}

type Sentence = { speaker: number; length: number; start: number; secondsPerWord: number }

function makeSegment(random: Random, { speaker, length, start, secondsPerWord }: Sentence): Segment {
  const words = Array.from({ length }, (_, index) => {
    const at = start + index * secondsPerWord
    const text = makeWord(random) + (index === length - 1 ? '.' : '')
    const confidence = random.next() < UNSURE ? 0.4 : 0.9
    return { text, start: round(at), end: round(at + secondsPerWord * 0.9), confidence }
  })
  const text = words.map((word) => word.text).join(' ')
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text, speaker, words }
}

/** Two to nine Cyrillic letters, so that the layout is as wide as Russian text. */
function makeWord(random: Random): string {
  const length = 2 + random.below(8)
  return Array.from({ length }, (_, index) => random.pick(index % 2 === 0 ? CONSONANTS : VOWELS)).join('')
}

const round = (value: number) => Math.round(value * 100) / 100
