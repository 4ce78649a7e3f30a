import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { createMigratedDatabase } from '@doslovno/server/test/database.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/pipeline.ts'
import { recording, testModelsDir, toWav, wavSamples } from '@doslovno/server/test/recordings.ts'
import { type Caller, createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv } from '#scripts/settings.ts'

import { bareSeconds, piecesOf } from './bare.ts'

const PROCESSES = 2
const MODEL = 'whisper-base'
const GOAL = 1.15
const [minutes = 10, rounds = 3] = process.argv.slice(3).map(Number)

/**
 * `pnpm bench pipeline [MINUTES] [ROUNDS]`: from the process call to complete, against bare sherpa-onnx with the same
 * model, pieces of speech and number of processes over decoded samples. Models are loaded before either clock starts.
 */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', ...process.env })
  const modelsDir = testModelsDir()
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const pcm = joinedSpeech(minutes * 60)
  const pcmPath = join(folder, 'audio.pcm')
  writeFileSync(pcmPath, pcm)
  const pieces = piecesOf(pcm, modelsDir)

  await createMigratedDatabase(process.env.DATABASE_URL ?? '')
  const test = await createTestApp()
  const worker = await startWorker(test.config, { WORKER_SLOTS: String(PROCESSES), SPEECH_MODEL: MODEL })
  const owner = await test.signIn()
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 1; round <= rounds; round++) {
    bare.push(await bareSeconds({ modelsDir, model: MODEL, pcmPath, pieces, processes: PROCESSES }))
    ours.push(await pipelineSeconds(owner, toWav(pcm)))
    console.log(`round ${round}: pipeline ${ours.at(-1)?.toFixed(1)} s, bare ${bare.at(-1)?.toFixed(1)} s`)
  }
  await worker.kill('SIGTERM')
  await test.close()
  rmSync(folder, { recursive: true })

  const ratio = median(ours) / median(bare)
  console.log(
    `${minutes} min of speech, ${pieces.length} pieces, ${MODEL}, ${PROCESSES} processes, median of ${rounds}`,
  )
  console.log(
    `pipeline ${median(ours).toFixed(1)} s, bare engine ${median(bare).toFixed(1)} s, ratio ${ratio.toFixed(3)} (goal ≤ ${GOAL})`,
  )
  process.exitCode = ratio <= GOAL ? 0 : 1
}

async function pipelineSeconds(owner: Caller, wav: Buffer): Promise<number> {
  const id = await uploadRecording(owner, wav)
  const started = performance.now()
  await startProcessing(owner, id)
  await watchToEnd(owner, id, 20 * 60_000)
  const seconds = (performance.now() - started) / 1000
  if (textOf(await readScript(owner, id)).length === 0) throw new Error('The pipeline heard nothing')
  return seconds
}

/** Real recordings one after the other, as often as it takes. */
function joinedSpeech(seconds: number): Buffer {
  const clips = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035'].map(
    (n) => `voxforge_ru/ru_${n}.wav`,
  )
  const once = Buffer.concat(
    [...clips, 'dialogs/ru_3spk.wav', 'dialogs/ru_4spk.wav'].map((name) => wavSamples(recording(name))),
  )
  const wanted = seconds * BYTES_PER_SECOND
  const times = Math.ceil(wanted / once.length)
  return Buffer.concat(Array.from({ length: times }, () => once)).subarray(0, wanted)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
