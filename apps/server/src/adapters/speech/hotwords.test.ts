import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Word } from '@doslovno/domain/transcript/words.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { testModelsDir } from '#test/recordings/recordings.ts'
import { hum } from '#test/transducer/hum.ts'
import { placeTinyTransducer } from '#test/transducer/tiny-transducer.ts'
import { placeToyTransducer } from '#test/transducer/toy-transducer.ts'

import { hasPieces, hotwordsOf } from './hotwords.ts'
import { passesHotwordsTest } from './local.ts'
import { Recogniser } from './recogniser.ts'
import { toPcm } from './samples.ts'

const folders: string[] = []
let modelsDir: string
let recogniser: Recogniser

async function newModels(place: (folder: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hotwords-'))
  folders.push(folder)
  symlinkSync(join(testModelsDir(), 'silero-vad'), join(folder, 'silero-vad'))
  await place(folder)
  return folder
}

const optionsOf = (folder: string) =>
  ({ modelsDir: folder, whisper: 'whisper-tiny', russian: 'gigaam-v3', speakers: 'speaker-xvector' }) as const

beforeAll(async () => {
  modelsDir = await newModels(placeToyTransducer)
  recogniser = new Recogniser(optionsOf(modelsDir))
})
afterAll(() => {
  recogniser.kill()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const { signal } = new AbortController()
const pcm = toPcm(hum(2))
const HEARD = { kind: 'recognise', pcm, language: 'ru', isNoisy: false, hearsEverything: true } as const

async function ask(question: Parameters<Recogniser['ask']>[0]): Promise<Word[]> {
  const answer = await recogniser.ask(question, signal)
  return answer.kind === 'words' ? answer.words : []
}
const rehear = (...terms: string[]) => ask({ kind: 'rehear', pcm, terms })
const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

describe('terms as hotwords', () => {
  it.each([
    [['Волга-Волга', 'тест 2'], 'Волга-Волга/тест 2'],
    [['икс :x', 'и/или', '#тег', '@имя', 'а\nб'], 'икс x/и или/тег/имя/а б'],
    [['да', 'да', '', ':', '-', '2'], 'да'],
  ])('are reduced to letters, digits, spaces and hyphens: %j', (terms, hotwords) => {
    expect(hotwordsOf(terms)).toBe(hotwords)
  })

  it('are twenty at most', () => {
    const terms = Array.from({ length: 30_000 }, (_, index) => `слово ${index}`)

    expect(hotwordsOf(terms).split('/')).toEqual(terms.slice(0, 20))
  })
})

describe('a transducer of GigaAM’s shape', () => {
  it('prefers the other reading with its hotword, and only in that piece', async () => {
    expect(textOf(await ask(HEARD))).toBe('спросил нюлер')
    expect(textOf(await rehear('мюллер'))).toBe('спросил мюллер')
    expect(textOf(await rehear())).toBe('спросил нюлер')
    expect(textOf(await ask(HEARD))).toBe('спросил нюлер')
  })

  it('gives confidences without hotwords, and none with them', async () => {
    const confidences = (await ask(HEARD)).map(({ confidence }) => confidence)

    expect(confidences.every((confidence) => confidence !== null && confidence > 0 && confidence <= 1)).toBe(true)
    expect((await rehear('мюллер')).map(({ confidence }) => confidence)).toEqual([null, null])
  })

  it('is not harmed by signs, foreign letters and many forms', async () => {
    const { pid } = recogniser
    const signs = ['икс :x', 'икс:0.2', '/', '#', '@', ':2', 'и/или :abc', 'Kubernetes', '漢字', '\n']
    const forms = Array.from(
      { length: 30_000 },
      (_, index) => `мю${index.toString(2).replaceAll('0', 'л').replaceAll('1', 'ер')}`,
    )

    expect(textOf(await rehear(...signs))).toBe('спросил нюлер')
    expect(textOf(await rehear('мюллер', ...forms))).toBe('спросил мюллер')
    expect(recogniser.pid).toBe(pid)
    expect(recogniser.isAlive).toBe(true)
  })

  it('is tested with hotwords before it gets any, and fails without its pieces', async () => {
    const withoutPieces = await newModels(placeTinyTransducer)

    expect(hasPieces(modelsDir, 'gigaam-v3')).toBe(true)
    expect(await passesHotwordsTest(optionsOf(modelsDir))).toBe(true)
    expect(hasPieces(withoutPieces, 'gigaam-v3')).toBe(false)
    expect(await passesHotwordsTest(optionsOf(withoutPieces))).toBe(false)
  })
})
