import { expect, it } from 'vitest'

import { cleanFileName, mediaKind } from './file-name.ts'

it('keeps the name people gave, without a path, control characters or endless length', () => {
  expect(cleanFileName('  Интервью № 1.mp3 ')).toBe('Интервью № 1.mp3')
  expect(cleanFileName('C:\\music\\..\\a\u0000b.wav')).toBe('ab.wav')
  expect(cleanFileName('/')).toBe('file')
  expect(cleanFileName('я'.repeat(300))).toHaveLength(255)
})

it('guesses the kind from what the browser says', () => {
  expect(mediaKind('video/mp4')).toBe('video')
  expect(mediaKind('audio/ogg')).toBe('audio')
})
