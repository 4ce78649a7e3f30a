import { errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { processingFailure } from './errors.ts'

describe('processingFailure', () => {
  it.each([
    ['noAudioStream', "MediaFile doesn't contain audio stream", 'Файл не содержит ни одной аудио дорожки'],
    ['mediaBroken', 'MediaFile cannot proceesed', 'Файл не может быть обработан'],
    ['unsupportedFormat', 'Unsupported format video', 'Данный формат файла не поддерживается'],
    ['notEnoughMinutes', 'Not enough minutes to process video', 'Недостаточно минут для обработки видео'],
    ['recordingTooLong', 'Recording is too long', 'Запись длиннее 12 часов'],
    ['processingFailed', 'Processing failed', 'Ошибка обработки файла'],
  ] as const)('names the failure %s, «%s», as «%s» [UP-12]', (code, wireText, title) => {
    expect(errors[code].message).toBe(wireText)
    expect(processingFailure(code).title).toBe(title)
  })

  it('names a failure without a known code «Ошибка обработки файла» [UP-12]', () => {
    expect(processingFailure(undefined).title).toBe('Ошибка обработки файла')
  })

  it('explains a file that cannot be processed [UP-12]', () => {
    expect(processingFailure('mediaBroken').text).toMatch(/повреждён/)
  })
})
