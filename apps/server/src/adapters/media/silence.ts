import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

const HEADER_BYTES = 44

/** Silence as a WAV file, mono, 16-bit. */
export function silence(seconds: number): Buffer {
  const dataBytes = seconds * SAMPLE_RATE * 2
  const file = Buffer.alloc(HEADER_BYTES + dataBytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20) // PCM
  file.writeUInt16LE(1, 22) // channels
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(dataBytes, 40)
  return file
}
