import { describe, expect, it } from 'vitest'

import { agree, hasLoop, isNote, isPhantom, judge, wordsBeforeLoop } from './verdict.ts'

const phantoms = { credits: ['субтитры сделал'], farewells: ['спасибо за просмотр'] }
const quiet = { loudness: -20, range: 45, stir: 10, soundingSeconds: 6 }
const steady = { loudness: -20, range: 12, stir: 0.5, soundingSeconds: 9 }
const crowd = { loudness: -20, range: 12, stir: 3, soundingSeconds: 9 }

/** Tokens of whole words, a second apart in ten seconds; the last `untimed` of them have no time. */
const tokens = (text: string, untimed = 0) => {
  const words = text.split(' ')
  return words.map((word, n) => ({
    text: ` ${word}`,
    start: (n * 10) / words.length,
    duration: n >= words.length - untimed ? 0 : 0.4,
    confidence: null,
  }))
}
const verdict = (text: string, sound = quiet, untimed = 0) =>
  judge({ tokens: tokens(text, untimed), seconds: 10, sound, phantoms, hasDurations: true })

const sentence = 'через несколько лет путешествие на Марс будет не более сложно чем перелёт из Москвы в Берлин'

describe('the verdict on words', () => {
  it('is «said» if they align with the sound', () => {
    expect(verdict(sentence)).toBe('said')
    expect(verdict(sentence, steady)).toBe('said')
    expect(verdict('')).toBe('said')
  })

  it('is «doubtful» or «invented» if many tokens have no time', () => {
    expect(verdict(sentence, quiet, 3)).toBe('said')
    expect(verdict(sentence, quiet, 7)).toBe('doubtful')
    expect(verdict(sentence, steady, 5)).toBe('doubtful')
    expect(verdict(sentence, quiet, 10)).toBe('invented')
  })

  it('ignores durations of a recogniser that gives none', () => {
    const untimed = tokens(sentence, 15)

    expect(judge({ tokens: untimed, seconds: 10, sound: quiet, phantoms, hasDurations: false })).toBe('said')
  })

  it('is «doubtful» if there are too few or too many for the time', () => {
    expect(verdict('Время')).toBe('doubtful')
    expect(verdict('Слышь, что это было?', crowd)).toBe('doubtful')
    expect(verdict(sentence.repeat(4))).toBe('doubtful')
  })

  it('is «invented» for remarks on sounds', () => {
    for (const note of ['[музыка]', '(смех)', '♪♪♪', '*звонок*', 'ДИНАМИЧНАЯ МУЗЫКА', '[вырная музыка]'])
      expect(isNote(note)).toBe(true)
    for (const text of ['СССР', 'Он сказал (тихо) да', 'Да.', '1990']) expect(isNote(text)).toBe(false)
    expect(verdict('[музыка]')).toBe('invented')
  })

  it('is «invented» for subtitle phrases that stand alone, if there is doubt', () => {
    const brief = { ...steady, soundingSeconds: 1.2 }

    expect(isPhantom('Субтитры сделал DimaTorzok', phantoms)).toBe(true)
    expect(isPhantom('Спасибо за просмотр!', phantoms)).toBe(true)
    expect(isPhantom(`Субтитры сделал ${sentence}`, phantoms)).toBe(false)
    expect(verdict('Спасибо за просмотр!', brief)).toBe('invented')
    expect(verdict('Спасибо за просмотр!', { ...quiet, soundingSeconds: 1.2 })).toBe('said')
    expect(verdict('И всем спасибо за просмотр!', { ...quiet, soundingSeconds: 1.2 })).toBe('said')
  })
})

describe('a loop', () => {
  it('is found in words, syllables and letters, and only the words before it are kept', () => {
    const words = 'Ну вот, что вы не говорите, что вы не говорите, что вы не говорите, что вы не говорите'.split(' ')

    expect(hasLoop(words)).toBe(true)
    expect(words.slice(0, wordsBeforeLoop(words)).join(' ')).toBe('Ну вот, что вы не говорите,')
    expect(hasLoop(['сахарахахахахахахахахахахахаха'])).toBe(true)
    expect(hasLoop(['ассссссссссссссссссссссс'])).toBe(true)
    expect(hasLoop(Array.from({ length: 12 }, () => 'Вау!'))).toBe(true)
  })

  it('is not found in natural repetition', () => {
    for (const said of [
      'да, да, да, да',
      'нет, нет, нет, я не согласен',
      'ха-ха-ха-ха',
      'раз, два, раз, два, раз, два',
      sentence,
    ]) {
      const words = said.split(' ')
      expect(wordsBeforeLoop(words)).toBe(words.length)
    }
  })
})

describe('two hearings', () => {
  it('agree if most of their words are the same', () => {
    expect(agree('разбил земную кору, отклонил полюсы', 'Разбил земный кору отклонил полюсы.')).toBe(true)
    expect(agree('Я не буду быть здесь поэтом', 'Время мы с вами не сняли')).toBe(false)
    expect(agree('Возьмите', '')).toBe(false)
  })
})
