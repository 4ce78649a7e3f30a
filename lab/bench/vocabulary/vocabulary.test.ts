import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { acceptTerm, correctSpeech, undoTerm, undoTerms } from '@doslovno/domain/vocabulary/correct.ts'
import { exceptionKey } from '@doslovno/domain/vocabulary/find-terms.ts'
import { formsOfTerm, readingsOfTerm, termsToOffer } from '@doslovno/domain/vocabulary/forms.ts'
import { buildTermIndex, type Term } from '@doslovno/domain/vocabulary/term-index.ts'
import { readWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { russianSoundsOf, russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'
import { describe, expect, it } from 'vitest'

import { fixtures, termsOf } from './material.ts'

const list = readWordList(readFileSync(fileURLToPath(import.meta.resolve('@doslovno/words/russian.bin'))))
const noPause = () => Promise.resolve()
const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

const spoken = (text: string): Word[] =>
  splitWords(text).map((word, at) => ({ text: word, start: at, end: at + 0.8, confidence: 0.9 - at / 100 }))

async function correct(
  heard: string | Word[],
  terms: (string | Term)[],
  options: { exceptions?: string[]; speakers?: number[] } = {},
) {
  const index = await buildTermIndex(
    terms.map((term) => (typeof term === 'string' ? { id: term, text: term } : term)),
    russianVocabulary,
    noPause,
  )
  const words = typeof heard === 'string' ? spoken(heard) : heard
  const vocabulary = { index, list, exceptions: new Set(options.exceptions) }
  return correctSpeech({ words, speakers: options.speakers ?? 0 }, vocabulary, noPause)
}

describe('forms of a term', () => {
  const formsOf = (term: string) => formsOfTerm(term, russianVocabulary).map(({ text }) => text)

  it('are its cases', () => {
    expect(formsOf('Гринштейн')).toEqual(['Гринштейн', 'Гринштейна', 'Гринштейну', 'Гринштейном', 'Гринштейне'])
    expect(formsOf('Шлёнский')).toContain('Шлёнскому')
  })

  it('decline several words together, and of a compound its last part', () => {
    expect(formsOf('Алевтина Рудольфовна')).toContain('Алевтиной Рудольфовной')
    expect(formsOf('Миклухо-Маклай')).toContain('Миклухо-Маклаю')
  })

  it('follow one paradigm if it is chosen', () => {
    const paradigmsOf = (term: string) => readingsOfTerm(term, russianVocabulary)

    expect(paradigmsOf('Даль')).toEqual([
      { paradigm: 0, forms: ['Даль', 'Даля', 'Далю', 'Далем', 'Дале'] },
      { paradigm: 1, forms: ['Даль', 'Дали', 'Далью'] },
      { paradigm: -1, forms: ['Даль'] },
    ])
    expect(paradigmsOf('деплой')[0]?.forms.join(' ')).toBe(
      'деплой деплоя деплою деплоем деплое деплои деплоев деплоям деплоями деплоях',
    )
    expect(formsOfTerm('Анна Мюллер', russianVocabulary, -1)).toEqual([{ text: 'Анна Мюллер', cases: 63 }])
  })

  it('leave Latin terms as they are', () => {
    expect(formsOf('Kubernetes')).toEqual(['Kubernetes'])
  })
})

it.each([
  ['Мюллеру', 'Мюллер'],
  ['Мюллером', 'Мюллер'],
  ['Анной', 'Анна'],
  ['Петра', 'Петр'],
  ['деплой', 'деплой'],
  ['деплоя', 'деплой'],
  ['Шлёнскому', 'Шлёнский'],
  ['Kubernetes', 'Kubernetes'],
  ['Анна Мюллер', 'Анна Мюллер'],
])('offers for «%s» the nominative «%s» first, and the text as it is last', (text, nominative) => {
  const offered = termsToOffer(text, russianVocabulary, list)

  expect(offered[0]?.text).toBe(nominative)
  expect(offered.at(-1)).toEqual({ text, paradigm: -1, forms: [text] })
})

it('hears words as they sound', () => {
  expect(russianSoundsOf('Гринштейном')).toBe(russianSoundsOf('гринштэйнам'))
  expect(russianSoundsOf('сад')).toBe('сат')
})

describe('the corrector', () => {
  it('puts a name right in the form that was said', async () => {
    const { words, uses } = await correct('Передай гренштейну договор на подпись.', ['Гринштейн'])

    expect(textOf(words)).toBe('Передай Гринштейну договор на подпись.')
    expect(words[1]).toEqual({ text: 'Гринштейну', start: 1, end: 1.8, confidence: 0.89, heard: 'гренштейну', termId: 'Гринштейн' }) // prettier-ignore
    expect([...uses]).toEqual([['Гринштейн', 1]])
  })

  it('joins several words, which keep their punctuation, their time and the lowest confidence', async () => {
    const { words } = await correct('Идёт фильм (волго волго), пойдём.', ['Волга-Волга'])

    expect(textOf(words)).toBe('Идёт фильм (Волга-Волга), пойдём.')
    expect(words[2]).toMatchObject({ start: 2, end: 3.8, confidence: 0.87, heard: '(волго волго),' })
  })

  it('keeps the capital of a sentence start', async () => {
    const { words } = await correct('Готово. Левотераксин помог.', ['левотироксин'])

    expect(textOf(words)).toBe('Готово. Левотироксин помог.')
  })

  it('never replaces an ordinary word, and asks about several that sound like a term', async () => {
    const { words } = await correct('у меня тоска на сердце', ['Тоскана', 'Сердцев', 'Меня'])

    expect(textOf(words)).toBe('у меня тоска на сердце')
    expect(words[2]?.maybe).toEqual({ text: 'Тоскана', words: 2, termId: 'Тоскана' })
    expect(textOf(acceptTerm(words, 2))).toBe('у меня Тоскана сердце')
  })

  it('does not look across speakers, sentences and pauses', async () => {
    const heard = 'смотрели волго волго вчера'
    const parted = spoken(heard).map((word, at) =>
      at < 2 ? word : { ...word, start: word.start + 5, end: word.end + 5 },
    )

    expect(textOf((await correct(heard, ['Волга-Волга'], { speakers: [0, 0, 1, 1] })).words)).toBe(heard)
    expect(textOf((await correct('смотрели волго. волго вчера', ['Волга-Волга'])).words)).toBe('смотрели волго. волго вчера') // prettier-ignore
    expect(textOf((await correct(parted, ['Волга-Волга'])).words)).toBe(heard)
  })

  it('keeps one speaker per word when words are joined', async () => {
    const { words, speakers } = await correct('да волго волго нет', ['Волга-Волга'], { speakers: [0, 1, 1, 2] })

    expect(words.map(({ text }, at) => `${text} ${speakers[at]}`)).toEqual(['да 0', 'Волга-Волга 1', 'нет 2'])
  })

  it('holds an exception in every place', async () => {
    const heard = 'Передай гренштейну договор, гренштейну!'
    const exceptions = [exceptionKey('гренштейну', 'Гринштейн')]

    expect((await correct(heard, ['Гринштейн'], { exceptions })).words).toEqual(spoken(heard))
  })

  it('holds an exception before a word that could be an ending', async () => {
    const heard = 'Спросил Мюлер у соседа.'
    const exceptions = [exceptionKey('Мюлер', 'Мюллер')]

    expect((await correct(heard, ['Мюллер'], { exceptions })).words).toEqual(spoken(heard))
  })

  it('knows other ways to say a term, and terms without forms', async () => {
    const terms = [{ id: 'k8s', text: 'Kubernetes', saidAs: ['кубернетес'], paradigm: -1 }]

    expect(textOf((await correct('ставим кубернетис сегодня', terms)).words)).toBe('ставим Kubernetes сегодня')
  })

  it('leaves every word as it was without terms', async () => {
    const words = spoken('Вчера милвер присылал новую сметонамантаж.')

    expect((await correct(words, [])).words).toEqual(words)
  })
})

describe('undo', () => {
  it('gives the recognised text byte for byte, for one and for all', async () => {
    const heard = splitWords(fixtures.map((fixture) => fixture.heard).join(' ')).join(' ')

    const { words } = await correct(heard, [...termsOf('dev'), ...termsOf('test')])
    const replaced = words.flatMap((word, at) => (word.heard ? [at] : [])).toReversed()

    expect(replaced.length).toBeGreaterThan(300)
    expect(textOf(undoTerms(words))).toBe(heard)
    expect(textOf(replaced.reduce(undoTerm, words))).toBe(heard)
  })
})
