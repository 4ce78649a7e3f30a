import { describe, expect, it } from 'vitest'

import { LONGEST_FOLDER_NAME, tidyFolderName } from './folder.ts'

describe('the name of a folder', () => {
  it('keeps one space between words and none around them', () => {
    expect(tidyFolderName('  Лекции \t осени\n2026 ')).toBe('Лекции осени 2026')
  })

  it('keeps no characters that are invisible or turn the direction of a text', () => {
    expect(tidyFolderName('Ле\u202Eкции\u0000')).toBe('Ле кции')
    expect(tidyFolderName('\u200F\u0007 ')).toBe('')
  })

  it('is one spelling for two ways to write a letter', () => {
    expect(tidyFolderName('И\u0306')).toBe('Й')
  })

  it('is cut where it would be too long', () => {
    expect(tidyFolderName('а'.repeat(200))).toHaveLength(LONGEST_FOLDER_NAME)
  })
})
