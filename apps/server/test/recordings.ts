import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

const speechDir = resolve(import.meta.dirname, '../../../../shared/speech')

/** Recordings with the texts people said in them; they lie beside the project, where CI has them. */
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

/** Models beside the project, otherwise those `pnpm models` placed. */
export function testModelsDir(): string {
  const beside = join(speechDir, 'models')
  return existsSync(beside) ? beside : resolve(import.meta.dirname, '../../../.data/models')
}

/** Samples of a 16 kHz mono 16-bit WAV file. */
export function wavSamples(path: string): Buffer {
  const file = readFileSync(path)
  if (file.readUInt32LE(24) !== SAMPLE_RATE) throw new Error(`${path} is not 16 kHz`)
  return file.subarray(file.indexOf('data') + 8)
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
