import { describe, expect, it } from 'vitest'

import { quoteText, recordingText, topicsText } from './summaries.ts'

describe('what a recording is about', () => {
  it.each([
    [{ mediaType: 'meeting', speakers: 3, seconds: 2520 }, 'Совещание, говорят трое, 42\u00a0минуты.'],
    [{ mediaType: 'lection', speakers: 1, seconds: 5460 }, 'Лекция, один голос, 1\u00a0час 31\u00a0минута.'],
    [{ mediaType: 'interview', speakers: 2, seconds: 7200 }, 'Интервью, говорят двое, 2\u00a0часа.'],
    [{ mediaType: 'talking', speakers: 8, seconds: 300 }, 'Разговор, говорят 8\u00a0человек, 5\u00a0минут.'],
    [{ mediaType: 'other', speakers: 0, seconds: 12 }, 'Запись, один голос, меньше минуты.'],
  ] as const)('begins with its kind, voices and length: %j', (recording, text) => {
    expect(recordingText(recording)).toBe(text)
  })

  it('names topics as a sentence', () => {
    expect(topicsText(['сроках релиза', 'бюджете', 'найме'])).toBe('Речь о сроках релиза, бюджете и найме.')
    expect(topicsText(['найме'])).toBe('Речь о найме.')
    expect(topicsText([])).toBe('')
  })

  it('marks what it quotes, with quotes inside quotes', () => {
    expect(quoteText('Берём кафе «Берёзка».')).toBe('«Берём кафе „Берёзка“.»')
  })
})
