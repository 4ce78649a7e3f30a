import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

const speechDir = resolve(import.meta.dirname, '../../../../../shared/speech')

/** The path of a test recording. Recordings and their reference texts are kept beside the project, in CI too. */
export function recording(name: string): string {
  const path = join(speechDir, 'recordings', name)
  if (!existsSync(path)) throw new Error(`No recording ${path}: put the test recordings there, see CONTRIBUTING.md`)
  return path
}

export function reference(name: string): string {
  const beside = recording(name).replace(/\.wav$/, '.txt')
  if (existsSync(beside)) return readFileSync(beside, 'utf8')
  const all: Record<string, string> = JSON.parse(readFileSync(recording('references.json'), 'utf8'))
  const text = all[name]
  if (text === undefined) throw new Error(`No reference for ${name}`)
  return text
}

/** Models beside the project, otherwise those that `pnpm models` downloaded. */
export function testModelsDir(): string {
  const beside = join(speechDir, 'models')
  return existsSync(beside) ? beside : resolve(import.meta.dirname, '../../../../.data/models')
}

/** Samples of a 16 kHz mono 16-bit WAV file. */
export function wavSamples(path: string): Buffer {
  const file = readFileSync(path)
  if (file.readUInt32LE(24) !== SAMPLE_RATE) throw new Error(`${path} is not 16 kHz`)
  return file.subarray(file.indexOf('data') + 8)
}

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
const PAUSE = Buffer.alloc(4 * BYTES_PER_SECOND)

/** `seconds` of samples of one speaker who pauses between sentences. */
export function speechWithPauses(seconds: number): Buffer {
  const once = Buffer.concat(CLIPS.flatMap((clip) => [wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)), PAUSE]))
  const times = Math.ceil((seconds * BYTES_PER_SECOND) / once.length)
  return Buffer.concat(Array.from({ length: times }, () => once)).subarray(0, seconds * BYTES_PER_SECOND)
}

/** About a minute and a half of samples of real speech without pauses: several chunks. */
export function longSpeech(): Buffer {
  return Buffer.concat(CLIPS.map((clip) => wavSamples(recording(`voxforge_ru/ru_${clip}.wav`))))
}

/** A WAV file of the given samples. */
export function toWav(samples: Buffer): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
