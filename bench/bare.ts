import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { FRAME_BYTES, FRAME_SECONDS, frameLevel, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/media/pieces.ts'
import { createVad, cut, speechPieces, toSamples } from '@doslovno/server/adapters/speech/engine.ts'

type Bare = { modelsDir: string; model: string; pcmPath: string; pieces: readonly Span[]; processes: number }

/** Seconds that bare sherpa-onnx needs for the pieces: processes take the next one as they get free. */
export async function bareSeconds({ modelsDir, model, pcmPath, pieces, processes }: Bare): Promise<number> {
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'bare-child.ts'), [modelsDir, model, pcmPath], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
  for (const child of children) child.once('exit', (code) => code === 0 || process.exit(1))
  await Promise.all(children.map((child) => once(child, 'message')))
  const left = [...pieces]
  const started = performance.now()
  await Promise.all(
    children.map(async (child) => {
      for (let piece = left.shift(); piece; piece = left.shift()) {
        const done = once(child, 'message')
        child.send(piece)
        await done
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const child of children) child.disconnect()
  return seconds
}

/** The very pieces of speech that the pipeline finds: cut into chunks, then listened for voices. */
export function piecesOf(pcm: Buffer, modelsDir: string): Span[] {
  const vad = createVad(modelsDir)
  const samples = toSamples(pcm)
  const levels = Float32Array.from({ length: Math.ceil(pcm.length / FRAME_BYTES) }, (_, frame) => {
    const bytes = Buffer.from(pcm.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES))
    return frameLevel(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1))
  })
  return cutAtSilences(levels, FRAME_SECONDS, samples.length / SAMPLE_RATE).flatMap((chunk) =>
    speechPieces(vad, cut(samples, chunk)).map(({ start, end }) => ({
      start: start + chunk.start,
      end: end + chunk.start,
    })),
  )
}
