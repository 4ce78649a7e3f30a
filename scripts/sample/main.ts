import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { frameLevel, peaksOf } from '@doslovno/domain/media/levels.ts'
import { toSegments } from '@doslovno/domain/transcript/segments.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import { projectRoot } from '#scripts/settings.ts'

import { derivedOf } from './derived.ts'
import type { Talk } from './talk.ts'

const FOLDER = resolve(projectRoot, 'packages/sample')
const RATE = 24_000
const FRAME_SAMPLES = RATE * 0.05
const PEAKS = 600
const SHORTEST_SECONDS = 0.06

/** Reported by speak.py, in seconds. */
type Spoken = { start: number; end: number; words: [number, number][] }

/** `pnpm sample` speaks packages/sample/talk.json and writes the recording and its finished file beside it. */
function main(): void {
  const talk = JSON.parse(readFileSync(join(FOLDER, 'talk.json'), 'utf8')) as Talk // ours
  const audio = join(FOLDER, 'sample.m4a')
  const { spoken, pcm } = speak(talk, audio)
  const segments = talk.lines.flatMap(({ speaker, text }, at) => toSegments(wordsOf(text, spoken[at]), speaker))
  const script = {
    id: 'sample',
    fileName: talk.fileName,
    fileSize: statSync(audio).size,
    type: 'audio',
    duration: rounded(pcm.length / RATE),
    uploadAt: talk.madeAt,
    status: 'complete',
    isInspected: true,
    public: true,
    canEdit: false,
    isExpired: false,
    fileSrc: null,
    playbackSrc: null,
    srcSeconds: 0,
    speakerNames: talk.speakers.map(({ name }, speakerId) => ({ speakerId, name })),
    language: 'ru',
    speakers: talk.speakers.length,
    peaks: peaksOf(levelsOf(pcm), PEAKS),
    version: 1,
    script: segments,
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
  }
  const chapters = talk.lines.flatMap(({ chapter }, at) =>
    chapter === undefined ? [] : [{ start: rounded(spoken[at]?.start ?? 0), title: chapter }],
  )
  const sample = { script, chapters, ...derivedOf(talk, segments) }
  writeFileSync(join(FOLDER, 'sample.json'), `${JSON.stringify(sample)}\n`)
  console.log(`${script.duration} s, ${script.fileSize} bytes, ${segments.flatMap(({ words }) => words).length} words`)
}

function speak({ speakers, lines }: Talk, audio: string): { spoken: Spoken[]; pcm: Int16Array } {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'))
  const raw = join(folder, 'talk.pcm')
  const asked = lines.map(({ speaker, text }) => {
    const { voice, rate, pitch } = speakers[speaker] ?? speakers[0]
    return { voice, rate, pitch, text }
  })
  try {
    const said = execFileSync('python3', [join(import.meta.dirname, 'speak.py'), raw], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
    })
    const { buffer, byteOffset, length } = readFileSync(raw)
    const input = ['-f', 's16le', '-ar', `${RATE}`, '-ac', '1', '-i', raw]
    // prettier-ignore
    const output = [
      '-af', 'loudnorm=I=-18:TP=-2', '-ar', `${RATE}`, '-c:a', 'aac', '-b:a', '40k', '-movflags', '+faststart',
    ]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, '-map_metadata', '-1', '-bitexact', audio])
    return { spoken: JSON.parse(said) as Spoken[], pcm: new Int16Array(buffer, byteOffset, length / 2) } // ours
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A dash is heard with the word before it. Words that the synthesiser reports at one moment follow each other. */
function wordsOf(text: string, spoken: Spoken | undefined): Word[] {
  const words: Word[] = []
  for (const [at, token] of text.split(' ').entries()) {
    const [start = 0, end = 0] = spoken?.words[at] ?? []
    const last = words.at(-1)
    if (last && !/[\p{L}\d]/u.test(token)) words[words.length - 1] = { ...last, text: `${last.text} ${token}` }
    else words.push(wordAfter(last, { text: token, start, end }))
  }
  return words
}

function wordAfter(last: Word | undefined, { text, start, end }: Omit<Word, 'confidence'>): Word {
  const from = Math.max(start, (last?.start ?? 0) + SHORTEST_SECONDS)
  return { text, start: rounded(from), end: rounded(Math.max(end, from + SHORTEST_SECONDS)), confidence: null }
}

function levelsOf(pcm: Int16Array): number[] {
  const frames = Math.ceil(pcm.length / FRAME_SAMPLES)
  return Array.from({ length: frames }, (_, at) =>
    frameLevel(pcm.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
  )
}

const rounded = (seconds: number) => Math.round(seconds * 100) / 100

main()
