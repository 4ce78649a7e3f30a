import { readFileSync } from 'node:fs'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { recording, reference, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'

import { sum } from './figures.ts'

/** A recording with its reference text and turns; `texts`: those of the turns. */
export type Labelled = { name: string; pcm: Buffer; text: string; turns: Turn[]; texts: string[] }

type ReferenceSegment = { start: number; end: number; speaker: string; text: string }

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
const DIALOGS = ['ru_2spk', 'ru_3spk', 'ru_4spk', 'ru_fest2']

const nameOf = (index: number) => `voxforge_ru/ru_${CLIPS[index % CLIPS.length]}.wav`

/** A sentence read aloud. */
export const clip = (index: number) => wavSamples(recording(nameOf(index)))

/** Single sentences, read aloud. */
export function clips(): Labelled[] {
  const names = CLIPS.map((_, index) => nameOf(index))
  return names.map((name, index) => ({ name, pcm: clip(index), text: reference(name), turns: [], texts: [] }))
}

/** Dialogues of two to five speakers, eight in all. */
export function dialogs(): Labelled[] {
  const voices: string[] = []
  return DIALOGS.map((name) => {
    const segments: ReferenceSegment[] = JSON.parse(readFileSync(recording(`dialogs/${name}.json`), 'utf8'))
    const turns = segments.map(({ start, end, speaker }) => {
      if (!voices.includes(speaker)) voices.push(speaker)
      return { start, end, speaker: voices.indexOf(speaker) }
    })
    const texts = segments.map(({ text }) => text)
    return { name, pcm: wavSamples(recording(`dialogs/${name}.wav`)), text: texts.join(' '), turns, texts }
  })
}

/** Whole dialogues, repeated to at least `minutes`. */
export function joinedDialogs(minutes: number): Labelled {
  const all = dialogs()
  const turns: Turn[] = []
  const joined: Labelled[] = []
  for (let seconds = 0; seconds < minutes * 60; seconds = sum(joined.map(secondsIn))) {
    const next = all[joined.length % all.length]! // there are some
    turns.push(...next.turns.map((turn) => ({ ...turn, start: turn.start + seconds, end: turn.end + seconds })))
    joined.push(next)
  }
  const texts = joined.flatMap((dialog) => dialog.texts)
  const pcm = Buffer.concat(joined.map((dialog) => dialog.pcm))
  return { name: `${minutes} min of dialogues`, pcm, text: texts.join(' '), turns, texts }
}

/** Conversations and read sentences, joined to `seconds`; the next one begins with another, by its number. */
export function joinedSpeech(seconds: number, from = 0): Buffer {
  const talks = dialogs().map(({ pcm }) => pcm)
  const parts: Buffer[] = []
  for (let index = from; sum(parts.map((part) => part.length)) < seconds * BYTES_PER_SECOND; index++)
    parts.push(index % 3 === 0 ? clip(index) : talks[index % talks.length]!) // there are some
  return Buffer.concat(parts).subarray(0, seconds * BYTES_PER_SECOND)
}

export const secondsIn = ({ pcm }: Labelled) => pcm.length / BYTES_PER_SECOND
