import { describe, expect, it } from 'vitest'

import { testModelsDir } from '#test/recordings/recordings.ts'

import { RecogniserPool } from './pool.ts'
import { Recogniser } from './recogniser.ts'
import { passesSelfTest } from './self-test.ts'

const options = { modelsDir: testModelsDir(), whisper: 'whisper-tiny', speakers: 'speaker-xvector' } as const
const { signal } = new AbortController()
const question = { kind: 'recognise', pcm: Buffer.alloc(32_000), language: 'ru', isNoisy: false } as const

describe('a recogniser', () => {
  it('that is worn out is replaced', async () => {
    const started: Recogniser[] = []
    const pool = new RecogniserPool(1, () => {
      const recogniser = new Recogniser(options, 1.5)
      started.push(recogniser)
      return recogniser
    })

    for (let count = 0; count < 3; count++)
      expect(await pool.ask(question, signal)).toEqual({ kind: 'words', words: [] })

    expect(started.map((recogniser) => recogniser.isAlive)).toEqual([false, true])
    pool.close()
  })

  it('is self-tested before use', async () => {
    expect(await passesSelfTest(options, 'ru')).toBe(true)
    expect(await passesSelfTest({ ...options, modelsDir: '/nowhere' }, 'ru')).toBe(false)
  })
})
