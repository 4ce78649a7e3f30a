import { describe, expect, it } from 'vitest'

import { aroundMarks, isInName, markWords } from './mark-words.ts'

function marked(sentence: string, search: string): string {
  return markWords(sentence, search)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')
}

describe('marked words', () => {
  it.each([
    ['В лесу росли берёзы.', 'берез', 'В лесу росли [берёзы].'],
    ['В лесу росли берёзы.', 'ЛЕСАМИ росла', 'В [лесу] [росли] берёзы.'],
    ['Лес, лесник и лестница.', 'лес', '[Лес], [лесник] и [лестница].'],
    ['У коровы телёнок.', 'карова', 'У [коровы] телёнок.'],
    ['Планёрка началась в девять.', 'планерла', '[Планёрка] началась в девять.'],
    ['Рост на 15 % за 2026 год.', '2026', 'Рост на 15 % за [2026] год.'],
    ['Ничего похожего.', 'берёза', 'Ничего похожего.'],
    ['Ничего похожего.', '!!!', 'Ничего похожего.'],
  ])('«%s» searched for «%s» marks %s [HOME-8]', (sentence, search, expected) => {
    expect(marked(sentence, search)).toBe(expected)
  })

  it('add up to the whole sentence', () => {
    const sentence = ' — Да‑да, «ёлка» 🎄 и 3,5 %… '

    expect(
      markWords(sentence, 'елк')
        .map(({ text }) => text)
        .join(''),
    ).toBe(sentence)
  })

  it('stay visible in a long sentence', () => {
    const sentence = `${'Сначала долго говорили о другом, '.repeat(4)}а потом о берёзах.`

    const shown = aroundMarks(markWords(sentence, 'берез'))
      .map(({ text }) => text)
      .join('')

    expect(shown).toMatch(/^… /)
    expect(shown.indexOf('берёзах')).toBeLessThanOrEqual(28)
    expect(shown).toMatch(/берёзах\.$/)
    expect(
      aroundMarks(markWords('Берёзы.', 'берез'))
        .map(({ text }) => text)
        .join(''),
    ).toBe('Берёзы.')
  })
})

describe('a name', () => {
  it('matches case-insensitively [HOME-8]', () => {
    expect(isInName('Интервью с Лесником.mp3', 'лЕСНИК')).toBe(true)
    expect(isInName('Интервью с Лесником.mp3', 'лестница')).toBe(false)
  })
})
