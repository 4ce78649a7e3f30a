import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { recording, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']

/** A clip of a person reading. */
export function clip(index: number): Buffer {
  return wavSamples(recording(`voxforge_ru/ru_${CLIPS[index % CLIPS.length]}.wav`))
}

/** Conversations and read sentences, joined to `seconds`. */
export function joinedSpeech(seconds: number, from = 0): Buffer {
  const dialogs = ['ru_2spk', 'ru_3spk', 'ru_4spk', 'ru_fest2'].map((name) =>
    wavSamples(recording(`dialogs/${name}.wav`)),
  )
  const recordings: Buffer[] = []
  let bytes = 0
  for (let index = from; bytes < seconds * BYTES_PER_SECOND; index++) {
    const next = index % 3 === 0 ? clip(index) : dialogs[index % dialogs.length]
    if (!next) break
    recordings.push(next)
    bytes += next.length
  }
  return Buffer.concat(recordings).subarray(0, seconds * BYTES_PER_SECOND)
}
