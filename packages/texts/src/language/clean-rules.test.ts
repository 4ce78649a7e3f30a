import { cleanSegments, cleanWords } from '@doslovno/domain/clean-view/clean-words.ts'
import { describe, expect, it } from 'vitest'

import { russianCleanRules } from './clean-rules.ts'

const clean = (text: string) =>
  cleanWords(text.split(' '), russianCleanRules)
    .map((word) => word.text)
    .join(' ')

describe('the clean view of Russian', () => {
  it.each([
    ['Э-э, мы начинаем.', 'Мы начинаем.'],
    ['Мы э-э начинаем.', 'Мы начинаем.'],
    ['Мы, э-э, начинаем.', 'Мы начинаем.'],
    ['Мы начинаем, ммм.', 'Мы начинаем.'],
    ['Хм. Посмотрим.', 'Посмотрим.'],
  ])('drops sounds that are no words: «%s»', (said, shown) => {
    expect(clean(said)).toBe(shown)
  })

  it.each([
    ['Ну, пойдём дальше.', 'Пойдём дальше.'],
    ['Мы, как бы, согласны.', 'Мы согласны.'],
    ['Он ушёл, ну, потому что устал.', 'Он ушёл, потому что устал.'],
    ['Это важно, вот.', 'Это важно.'],
  ])('drops an aside that commas set off: «%s»', (said, shown) => {
    expect(clean(said)).toBe(shown)
  })

  it.each([
    'Ну и дела.',
    'Вот дом.',
    'Спроси, как бы ты поступил.',
    'Это самое главное.',
    'Да да, конечно.',
    'Он очень очень устал.',
    'Номер два три два три.',
    'Мы были там, там холодно.',
    'Размер м и размер с.',
  ])('leaves what may mean something: «%s»', (said) => {
    expect(clean(said)).toBe(said)
  })

  it.each([
    ['Я я пришёл.', 'Я пришёл.'],
    ['Мы в этом в этом году.', 'Мы в этом году.'],
    ['Я э-э я думаю.', 'Я думаю.'],
    ['Надо пере- перенести встречу.', 'Надо перенести встречу.'],
  ])('drops the first of a repeat and a false start: «%s»', (said, shown) => {
    expect(clean(said)).toBe(shown)
  })

  it.each([
    ['Он сказал "да".', 'Он сказал «да».'],
    ['Приходи к 6-7 часам...', 'Приходи к 6–7 часам…'],
    ['Москва - столица.', 'Москва — столица.'],
    ['Еще раз: все идет хорошо.', 'Ещё раз: все идёт хорошо.'],
    ['Позвони 8-800-555.', 'Позвони 8-800-555.'],
  ])('sets it in print: «%s»', (said, shown) => {
    expect(clean(said)).toBe(shown)
  })

  it('ties short words to the next one and a dash to the one before, in texts', () => {
    const words = 'Мы в Москве - столице'
      .split(' ')
      .map((text, at) => ({ text, start: at, end: at + 1, confidence: null }))
    const segment = { start: 0, end: 5, text: 'Мы в Москве - столице', speaker: 0, words }

    expect(cleanSegments([segment], russianCleanRules)[0]?.text).toBe('Мы в\u00a0Москве\u00a0— столице')
  })

  it('leaves out a segment that says nothing and keeps the times of the others', () => {
    const at = (text: string, start: number) => ({
      start,
      end: start + 1,
      text,
      speaker: 0,
      words: [{ text, start, end: start + 1, confidence: null }],
    })

    const kept = cleanSegments([at('Э-э.', 0), at('Начали.', 5)], russianCleanRules)

    expect(kept).toEqual([at('Начали.', 5)])
  })
})
