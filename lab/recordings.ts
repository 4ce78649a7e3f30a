import { readFileSync } from 'node:fs'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { recording, reference, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'

/** A recording with its reference text and turns; `texts`: those of the turns. */
export type Labelled = { name: string; pcm: Buffer; text: string; turns: Turn[]; texts: string[] }

type ReferenceSegment = { start: number; end: number; speaker: string; text: string }

const clipNames = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
const dialogNames = ['ru_2spk', 'ru_3spk', 'ru_4spk', 'ru_fest2']

/** Single sentences, read aloud. */
export function clips(): Labelled[] {
  return clipNames
    .map((name) => `voxforge_ru/ru_${name}.wav`)
    .map((name) => ({ name, pcm: wavSamples(recording(name)), text: reference(name), turns: [], texts: [] }))
}

/** Dialogues of two to five speakers, eight in all. */
export function dialogs(): Labelled[] {
  const voices: string[] = []
  return dialogNames.map((name) => {
    const segments: ReferenceSegment[] = JSON.parse(readFileSync(recording(`dialogs/${name}.json`), 'utf8'))
    const turns = segments.map(({ start, end, speaker }) => {
      if (!voices.includes(speaker)) voices.push(speaker)
      return { start, end, speaker: voices.indexOf(speaker) }
    })
    const pcm = wavSamples(recording(`dialogs/${name}.wav`))
    const texts = segments.map(({ text }) => text)
    return { name, pcm, text: texts.join(' '), turns, texts }
  })
}

/** Whole dialogues, repeated to at least `minutes`. */
export function joinedDialogs(minutes: number): Labelled {
  const all = dialogs()
  const chosen: Labelled[] = []
  const lengthOf = (labelled: readonly Labelled[]) => labelled.reduce((sum, { pcm }) => sum + pcm.length, 0)
  for (let index = 0; lengthOf(chosen) < minutes * 60 * BYTES_PER_SECOND; index++) {
    const next = all[index % all.length]
    if (next) chosen.push(next)
  }
  const turns = chosen.flatMap((dialog, index) => {
    const before = lengthOf(chosen.slice(0, index)) / BYTES_PER_SECOND
    return dialog.turns.map(({ start, end, speaker }) => ({ start: start + before, end: end + before, speaker }))
  })
  const pcm = Buffer.concat(chosen.map((dialog) => dialog.pcm))
  const texts = chosen.flatMap((dialog) => dialog.texts)
  return { name: `${minutes} min of dialogues`, pcm, text: texts.join(' '), turns, texts }
}

export const secondsOf = ({ pcm }: Labelled) => pcm.length / BYTES_PER_SECOND
