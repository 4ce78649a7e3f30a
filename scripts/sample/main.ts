import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { ActionItem, Statement, Summary } from '@doslovno/contract/summaries.ts'
import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { frameLevel, peaksOf } from '@doslovno/domain/media/levels.ts'
import { type SummarySection, type SummaryType, summaryTypes } from '@doslovno/domain/summary/types.ts'
import { type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { russian } from '@doslovno/server/platform/language.ts'

import { projectRoot } from '#scripts/settings.ts'

/** A statement about the talk; `cites` are pieces of the sentences that carry it. */
type Cited = { text: string; cites: readonly string[] }

/** packages/sample/talk.json: what is said, by which voices, and what a reader should take from it. */
type Talk = {
  fileName: string
  madeAt: string
  speakers: readonly [Voice, ...Voice[]]
  /** `chapter` begins with this line. */
  lines: readonly { speaker: number; text: string; chapter?: string }[]
  about: string
  statements: Record<SummaryType, readonly (Cited & { section: SummarySection })[]>
  tasks: readonly Cited[]
}

/** A voice of RHVoice; rate and pitch are factors. */
type Voice = { name: string; voice: string; rate: number; pitch: number }

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

type Checked = Pick<Statement, 'text' | 'start' | 'check' | 'reasons' | 'who' | 'evidence'>

/** The summaries and tasks of the talk, with the verdicts of the product's own check. */
function derivedOf(talk: Talk, segments: readonly Segment[]): { summaries: Summary[]; tasks: ActionItem[] } {
  const names = new Map(talk.speakers.map(({ name }, speaker) => [speaker, name]))
  const evidence = prepareEvidence(segments, names, russian)
  const check = ({ text, cites }: Cited): Checked => {
    const cited = cites.map((piece) => segments.findIndex((segment) => segment.text.includes(piece)))
    const { verdict, reasons, anchors } = checkStatement({ text, cites: cited, who: [] }, evidence, russian)
    if (verdict !== 'confirmed') throw new Error(`${verdict}: ${text} ${JSON.stringify(reasons)}`)
    const moments = anchors.flatMap((at) => segments[at] ?? [])
    const who = [...new Set(moments.map(({ speaker }) => speaker))]
    const found = moments.map(({ start, end, text: said, speaker }) => ({ start, end, text: said, speaker }))
    return { text, start: found[0]?.start ?? 0, check: verdict, reasons: [], who, evidence: found }
  }
  return {
    summaries: summaryTypes.map((type) => summaryOf(talk, type, check)),
    tasks: talk.tasks.map((task, at) => taskOf(check(task), at)),
  }
}

function summaryOf(talk: Talk, type: SummaryType, check: (cited: Cited) => Checked): Summary {
  const statements = talk.statements[type].map((cited) => ({ ...check(cited), section: cited.section }))
  const text = type === 'about' ? talk.about : statements.map((statement) => statement.text).join('\n')
  return {
    id: `sample-${type}`,
    type,
    status: 'complete',
    progress: 100,
    text,
    content: type === 'theses' ? statements.map(({ start, text: said }) => ({ start, text: said })) : text,
    statements,
    checked: { confirmed: statements.length, total: statements.length, dropped: 0 },
    missing: [],
    engine: 'llm',
    isStale: false,
    fallen: 0,
    canMake: false,
    canChooseTemplate: false,
    templateId: null,
    madeAt: talk.madeAt,
  }
}

function taskOf({ text, start, who, check, evidence }: Checked, at: number): ActionItem {
  const end = evidence.at(-1)?.end ?? start
  return { id: `sample-task-${at}`, kind: 'task', text, start, end, who, due: null, check, isDone: false }
}

main()
