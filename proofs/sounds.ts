import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { recording, wavSamples } from '@doslovno/server/test/recordings.ts'

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']

/** A clip of somebody who reads, by number. */
export function clip(index: number): Buffer {
  return wavSamples(recording(`voxforge_ru/ru_${CLIPS[index % CLIPS.length]}.wav`))
}

/** So many seconds of conversations and of people who read, joined one after another. */
export function joinedSpeech(seconds: number, from = 0): Buffer {
  const dialogs = ['ru_2spk', 'ru_3spk', 'ru_4spk', 'ru_fest2'].map((name) =>
    wavSamples(recording(`dialogs/${name}.wav`)),
  )
  const parts: Buffer[] = []
  let bytes = 0
  for (let index = from; bytes < seconds * BYTES_PER_SECOND; index++) {
    const part = index % 3 === 0 ? clip(index) : dialogs[index % dialogs.length]
    if (!part) break
    parts.push(part)
    bytes += part.length
  }
  return Buffer.concat(parts).subarray(0, seconds * BYTES_PER_SECOND)
}
