import { describe, expect, it } from 'vitest'

import { deleteManyTexts, moveTexts } from './folders.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the texts of many files', () => {
  it('ask about files in the right number', () => {
    expect([1, 3, 11, 21].map((count) => plain(deleteManyTexts.title(count)))).toEqual([
      'Удалить 1 файл?',
      'Удалить 3 файла?',
      'Удалить 11 файлов?',
      'Удалить 21 файл?',
    ])
    expect(plain(deleteManyTexts.text(1))).toBe('Расшифровка и запись удалятся навсегда.')
    expect(plain(deleteManyTexts.text(21))).toBe('Расшифровки и записи удалятся навсегда.')
  })

  it('tell where files are now', () => {
    expect(plain(moveTexts.moved(1, 'Лекции'))).toBe('Файл теперь в папке «Лекции»')
    expect(plain(moveTexts.moved(2, 'Лекции'))).toBe('2 файла теперь в папке «Лекции»')
  })
})
