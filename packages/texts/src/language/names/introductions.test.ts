import { findIntroductions } from '@doslovno/domain/speakers/introductions.ts'
import { describe, expect, it } from 'vitest'

import { type Dialogue, readDialogues, segmentsOf } from '#test/dialogues.ts'
import { devDialogues } from '#test/introductions/dev-dialogues.ts'
import { testDialogues } from '#test/introductions/test-dialogues.ts'

import { russianNaming } from './russian-naming.ts'

const FOUND_SHARE = 0.8
/** Two in both halves. */
const MOST_WRONG = 1

const namesIn = (...turns: string[]) =>
  findIntroductions(segmentsOf(turns), russianNaming).map(({ speaker, name }) => `${speaker} ${name}`)

/** How many names of a dialogue were found, and those that it does not have. */
function judge({ title, segments, names }: Dialogue) {
  const found = findIntroductions(segments, russianNaming)
  const wrong = found.filter(({ speaker, name }) => !names.get(speaker)?.includes(name))
  return {
    names: names.size,
    right: found.length - wrong.length,
    wrong: wrong.map(({ speaker, name }) => `${title}: ${speaker} ${name}`),
  }
}

describe('names in the written dialogues', () => {
  it.each([
    ['dev', devDialogues],
    ['test', testDialogues],
  ])('are found in four of five cases of the %s half, hardly any wrong', (_half, text) => {
    const judged = readDialogues(text).map(judge)
    const names = sum(judged.map((one) => one.names))
    const right = sum(judged.map((one) => one.right))
    const wrong = judged.flatMap((one) => one.wrong)

    expect(judged).toHaveLength(20)
    expect(right / names).toBeGreaterThanOrEqual(FOUND_SHARE)
    expect(wrong.length).toBeLessThanOrEqual(MOST_WRONG)
  })
})

describe('a name', () => {
  it('comes with its quote and place', () => {
    const segments = segmentsOf(['A: Добрый день. Меня зовут Анна Ковалёва, я врач.', 'B: Очень приятно.'])

    expect(findIntroductions(segments, russianNaming)).toEqual([
      {
        speaker: 0,
        name: 'Анна Ковалёва',
        segment: 1,
        word: 2,
        quote: 'Меня зовут Анна Ковалёва, я врач.',
        start: segments[1]?.start,
        end: segments[1]?.end,
      },
    ])
  })

  it('is brought to the nominative', () => {
    expect(namesIn('A: Передаю слово Петру Ильичу Достоевскому.', 'B: Спасибо.', 'C: Да.')).toEqual([
      '1 Пётр Ильич Достоевский',
    ])
    expect(namesIn('A: Слово Анне Петровой.', 'B: Спасибо.', 'C: Да.')).toEqual(['1 Анна Петрова'])
    expect(namesIn('A: Тань, что скажешь?', 'B: Скажу, что рано.', 'C: Да.')).toEqual(['1 Таня'])
  })

  it('may be unknown to the lists after a sure phrase', () => {
    expect(namesIn('A: Меня зовут Нгози Адичи.')).toEqual(['0 Нгози Адичи'])
    expect(namesIn('A: Я Москва.', 'B: А меня зовут Москва.')).toEqual([])
  })

  it.each([
    ['A: Она говорит, меня зовут Анна.'],
    ['A: Он подошёл и сказал: «Я Пётр».'],
    ['A: Здравствуйте, это Москва.'],
    ['A: Здравствуйте, это Анна, моя сестра.'],
    ['A: Мы с вами, Анна, давно не виделись.'],
    ['A: Меня Света зовут в кино.'],
    ['A: Разве меня зовут Пётр?'],
    ['A: У нас на связи Пётр Белов.'],
    ['A: Привет, Маша, слушаю тебя.'],
    ['A: меня зовут анна'],
  ])('is nobody’s in «%s»', (turn) => {
    expect(namesIn(turn)).toEqual([])
  })

  it('belongs to the other one of two in a greeting, and to nobody in particular of more', () => {
    expect(namesIn('A: Добрый день.', 'B: Привет, Вика. Начнём.')).toEqual(['0 Вика'])
    expect(namesIn('A: Добрый день.', 'B: Привет, Вика. Начнём.', 'C: Да.')).toEqual([])
  })

  it('is heard in thanks, in requests and in «это опять я»', () => {
    expect(namesIn('A: Привет, это опять я, Марина. Где зонт?', 'B: У Оксаны.', 'A: Спасибо, Паш.')).toEqual([
      '0 Марина',
      '1 Паша',
    ])
    expect(namesIn('A: Игорь Семёнович, микрофон включите.', 'B: Да.', 'C: Нет.')).toEqual(['1 Игорь Семёнович'])
  })

  it('is nobody’s if several people may have it', () => {
    expect(namesIn('A: Меня зовут Анна.', 'B: И меня зовут Анна.')).toEqual([])
    expect(namesIn('A: Анна, вам слово.', 'B: Нет.', 'A: Пётр, вам слово.', 'B: Нет.', 'C: И я нет.')).toEqual([])
  })

  it('belongs to the speaker who says it of oneself, not to the one who answers', () => {
    expect(namesIn('A: Анна, вам слово.', 'B: Анна вышла.', 'C: Нет, я Анна, я здесь.')).toEqual(['2 Анна'])
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
