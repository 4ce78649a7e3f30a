import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { testModelsDir } from '#test/recordings/recordings.ts'
import { placeTinyTransducer } from '#test/transducer/tiny-transducer.ts'

import { RecogniserPool } from './pool.ts'
import { Recogniser } from './recogniser.ts'

let modelsDir: string

beforeAll(async () => {
  modelsDir = mkdtempSync(join(tmpdir(), 'pool-'))
  symlinkSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'))
  await placeTinyTransducer(modelsDir)
})
afterAll(() => rmSync(modelsDir, { recursive: true }))

const options = () =>
  ({ modelsDir, whisper: 'whisper-tiny', russian: 'gigaam-v3', speakers: 'speaker-xvector' }) as const

const SILENCE = { kind: 'recognise', pcm: Buffer.alloc(32_000), language: 'ru', isNoisy: false } as const

it('a recogniser that is worn out is replaced', async () => {
  const started: Recogniser[] = []
  const pool = new RecogniserPool(1, () => {
    const recogniser = new Recogniser(options(), 1.5)
    started.push(recogniser)
    return recogniser
  })

  for (let count = 0; count < 3; count++)
    expect(await pool.ask(SILENCE, new AbortController().signal)).toEqual({ kind: 'words', words: [], unheard: [] })

  expect(started.map((recogniser) => recogniser.isAlive)).toEqual([false, true])
  pool.close()
})

it('an idle recogniser ends, and the next question starts another', async () => {
  const started: Recogniser[] = []
  const create = () => {
    const recogniser = new Recogniser(options())
    started.push(recogniser)
    return recogniser
  }
  const pool = new RecogniserPool(1, create, 0.1)
  await pool.warmUp()

  await vi.waitFor(() => expect(started[0]?.isAlive).toBe(false), { timeout: 60_000 })
  const answer = await pool.ask(SILENCE, new AbortController().signal)

  expect(answer).toEqual({ kind: 'words', words: [], unheard: [] })
  expect(started).toHaveLength(2)
  await vi.waitFor(() => expect(started[1]?.isAlive).toBe(false), { timeout: 60_000 })
  pool.close()
})

it('a recogniser does not outlive its worker, killed by SIGKILL', async () => {
  const program = `import { Recogniser } from ${JSON.stringify(join(import.meta.dirname, 'recogniser.ts'))}
    const recogniser = new Recogniser(${JSON.stringify(options())})
    await recogniser.ready
    console.log(recogniser.pid)`
  const path = join(modelsDir, 'worker.mjs')
  writeFileSync(path, program)
  const worker = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [pid] = (await once(createInterface(worker.stdout), 'line')) as [string] // a line is one string
  expect(isAlive(Number(pid))).toBe(true)

  worker.kill('SIGKILL')

  await vi.waitFor(() => expect(isAlive(Number(pid))).toBe(false), { timeout: 60_000 })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
