import { describe, expect, it } from 'vitest'

import { processingFailure } from './errors.ts'

describe('processingFailure', () => {
  it.each([
    ["MediaFile doesn't contain audio stream", 'Файл не содержит ни одной аудио дорожки'],
    ['MediaFile cannot proceesed', 'Файл не может быть обработан'],
    ['Unsupported format video', 'Данный формат файла не поддерживается'],
    ['Not enough minutes to process video', 'Недостаточно минут для обработки видео'],
    ['Recording is too long', 'Запись длиннее 12 часов'],
    ['Processing failed', 'Ошибка обработки файла'],
    [undefined, 'Ошибка обработки файла'],
  ])('names the failure %s as «%s» [UP-12]', (wireText, title) => {
    expect(processingFailure(wireText).title).toBe(title)
  })

  it('explains a file that cannot be processed [UP-12]', () => {
    expect(processingFailure('MediaFile cannot proceesed').text).toMatch(/повреждён/)
  })
})
