import { languages } from '@doslovno/domain/upload/languages.ts'
import { mediaTypes, speakersCounts } from '@doslovno/domain/upload/options.ts'
import { describe, expect, it } from 'vitest'

import { stubStorage } from '#test/session.ts'

import {
  isComplete,
  languageChoices,
  lastOptions,
  NO_CHOICE,
  type Options,
  recentLanguages,
  withDefaults,
} from './options.ts'
import { namesOf, processOptions } from './process-options.ts'

describe('the options', () => {
  it('match the specification [UP-7]', () => {
    expect(mediaTypes).toEqual(['interview', 'lection', 'talking', 'meeting', 'other'])
    expect(speakersCounts).toEqual([-2, 1, 2, 3, 4, -1])
    expect(languages).toContain('auto')
    expect(languages).toHaveLength(56)
  })

  it('lack only the kind of recording at first', () => {
    expect(isComplete(NO_CHOICE)).toBe(false)
    expect(isComplete({ ...NO_CHOICE, mediaType: 'meeting' })).toBe(true)
    expect(withDefaults(NO_CHOICE)).toMatchObject({ mediaType: 'other', speakersCount: -2, language: 'auto' })
  })

  it('are remembered for the next upload [UP-7]', () => {
    stubStorage()
    const chosen = {
      mediaType: 'meeting',
      speakersCount: 3,
      language: 'kk',
      badQuality: true,
      templateId: 2,
      vocabularyIds: ['v1'],
    } as const

    lastOptions.remember({ ...chosen, isVocabularyOff: true, names: 'Анна' })

    expect(lastOptions.recall()).toEqual({ ...chosen, isVocabularyOff: false, names: '' })
  })

  it.each([
    undefined,
    'nonsense',
    'null',
    '[]',
    '{"mediaType":"opera","speakersCount":7,"language":"elvish","badQuality":"yes","templateId":"2","vocabularyIds":"v1"}',
  ])('fall back to the defaults when unreadable: %s', (kept) => {
    stubStorage(kept === undefined ? {} : { uploadOptions: kept })

    expect(lastOptions.recall()).toEqual(NO_CHOICE)
  })
})

describe('the vocabulary of a file', () => {
  const vocabularyOf = (change: Partial<Options>) => processOptions({ ...NO_CHOICE, ...change }).vocabulary

  it('is the own one where nothing was chosen', () => {
    expect(processOptions(NO_CHOICE)).toEqual({
      mediaType: 'other',
      speakersCount: -2,
      language: 'auto',
      badQuality: false,
      templateId: null,
    })
  })

  it('takes shared ones and names', () => {
    expect(vocabularyOf({ vocabularyIds: ['v1'] })).toEqual({ vocabularyIds: ['v1'], names: [] })
    expect(vocabularyOf({ names: 'Анна, Ержан' })).toEqual({ vocabularyIds: [], names: ['Анна', 'Ержан'] })
  })

  it('is none when switched off, and in any language but Russian', () => {
    expect(vocabularyOf({ isVocabularyOff: true, vocabularyIds: ['v1'], names: 'Анна' })).toBeNull()
    expect(vocabularyOf({ language: 'en', names: 'Анна' })).toBeNull()
    expect(vocabularyOf({ language: 'ru' })).toBeUndefined()
  })

  it.each([
    ['Анна Ковалёва,  Ержан ; Мюллер,\nАнна Ковалёва', ['Анна Ковалёва', 'Ержан', 'Мюллер']],
    ['Пётр (бухгалтерия), А. Ким, «Волга-Волга», O’Нил', ['Пётр бухгалтерия', 'А Ким', 'Волга-Волга', 'O’Нил']],
    ['Я, , -, ' + 'а'.repeat(81), []],
    [Array.from({ length: 60 }, (_, n) => `Имя${n}`).join(','), Array.from({ length: 50 }, (_, n) => `Имя${n}`)],
  ])('has the names that the server takes: %s', (typed, names) => {
    expect(namesOf(typed)).toEqual(names)
  })
})

describe('the languages', () => {
  it('start with automatic, Russian and recent ones, then sort by name [UP-7]', () => {
    stubStorage()
    for (const language of ['en', 'kk', 'ru', 'uz', 'tt', 'auto', 'uz'] as const)
      lastOptions.remember({ ...NO_CHOICE, language })

    expect(recentLanguages.recall()).toEqual(['uz', 'tt', 'kk'])
    const labels = languageChoices(recentLanguages.recall()).map(({ label }) => label)
    expect(labels.slice(0, 5)).toEqual(['Определить автоматически', 'Русский', 'Узбекский', 'Татарский', 'Казахский'])
    expect(labels.slice(5)).toEqual(labels.slice(5).toSorted((a, b) => a.localeCompare(b, 'ru')))
    expect(new Set(labels).size).toBe(56)
  })
})
