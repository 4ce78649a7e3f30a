import type { Word } from '@doslovno/domain/transcript/words.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'
import { startToySpeech } from '#test/transducer/toy-speech.ts'
import { addVocabulary } from '#test/vocabulary-terms.ts'

import { rehearTerms } from './rehear.ts'

let test: TestApp
let toy: Awaited<ReturnType<typeof startToySpeech>>

beforeAll(async () => {
  test = await createTestApp()
  toy = await startToySpeech()
})
afterAll(async () => {
  toy.close()
  await test.close()
})

const { signal } = new AbortController()
const word = (text: string, start: number): Word => ({ text, start, end: start + 0.4, confidence: 0.9 })
/** A pause before the doubtful piece and after it. */
const WORDS = [word('Да.', 0), word('спросил', 2), word('нюлер', 2.5), word('утром', 5)]

/** The longer a vocabulary, the more alike a term must sound. */
const OTHERS = Array.from({ length: 200 }, (_, index) => `абракадабра ${index}`)

/** Returns the text of a user with these terms, and the pieces that were heard again. */
async function reheard(terms: readonly string[], language = 'ru') {
  const { userId = '' } = await test.signIn()
  await addVocabulary(test, userId, [...terms, ...OTHERS])
  const asked: (readonly string[])[] = []
  const rehear: typeof toy.rehear = (piece, hotwords, ending) => {
    asked.push(hotwords)
    return toy.rehear(piece, hotwords, ending)
  }
  const process = { id: 'p', userId, language, vocabulary: null }
  const words = await rehearTerms(
    { ...test.ctx, speech: { rehear } },
    process,
    { pcm: toy.hummed(6), words: WORDS },
    signal,
  )
  return { words, asked, texts: words.map(({ text }) => text) }
}

describe('a term in doubt', () => {
  it('is heard again in its piece alone, with its form as the hotword', async () => {
    const { words, texts, asked } = await reheard(['мюллер'])

    expect(asked).toEqual([['мюллер']])
    expect(texts).toEqual(['Да.', 'спросил', 'мюллер', 'утром'])
    expect(words[2]).toMatchObject({ confidence: null })
    expect(words[2]?.start).toBeGreaterThan(1.8)
    expect(words[2]?.end).toBeLessThan(5)
    expect(words[3]).toBe(WORDS[3])
  })

  it('leaves the words as they are if the second hearing does not have it', async () => {
    const { words, asked } = await reheard(['нюрер'])

    expect(asked).toHaveLength(1)
    expect(words).toEqual(WORDS)
  })

  it('is not heard again in another language, without a vocabulary, or by an engine without hotwords', async () => {
    expect((await reheard(['мюллер'], 'en')).asked).toEqual([])
    expect((await reheard(['Кубернетес'])).asked).toEqual([])
    const { userId = '' } = await test.signIn()
    const process = { id: 'p', userId, language: 'ru', vocabulary: null }
    expect(await rehearTerms({ ...test.ctx, speech: {} }, process, { pcm: toy.hummed(6), words: WORDS }, signal)).toBe(
      WORDS,
    )
  })
})
