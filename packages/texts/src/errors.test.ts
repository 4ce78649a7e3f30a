import { describe, expect, it } from 'vitest'

import { processingFailure } from './errors.ts'

describe('processingFailure', () => {
  it.each([
    ["MediaFile doesn't contain audio stream", 'Файл не содержит ни одной аудио дорожки'],
    ['MediaFile cannot proceesed', 'Файл не может быть обработан'],
    ['Unsupported format video', 'Данный формат файла не поддерживается'],
    ['Recording is too long', 'Запись длиннее 12 часов'],
    ['Processing failed', 'Ошибка обработки файла'],
    [undefined, 'Ошибка обработки файла'],
  ])('names the failure %s as «%s»', (wireText, title) => {
    expect(processingFailure(wireText).title).toBe(title)
  })
})
