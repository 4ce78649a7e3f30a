import { expect, it } from 'vitest'

import { cleanContentType, cleanFileName, mediaKind } from './file-name.ts'

it('keeps the given name without its path and control characters, at most 255 characters', () => {
  expect(cleanFileName('  Интервью № 1.mp3 ')).toBe('Интервью № 1.mp3')
  expect(cleanFileName('C:\\music\\..\\a\u0000b.wav')).toBe('ab.wav')
  expect(cleanFileName('/')).toBe('file')
  expect(cleanFileName('я'.repeat(300))).toHaveLength(255)
})

it('guesses the kind from the content type', () => {
  expect(mediaKind('video/mp4')).toBe('video')
  expect(mediaKind('audio/ogg')).toBe('audio')
})

it('keeps a content type without parameters, and none that does not fit a header', () => {
  expect(cleanContentType('video/webm;codecs=vp9')).toBe('video/webm')
  for (const odd of ['', 'audio', 'a/b\r\nc: d', 'аудио/звук', 'a/\0'])
    expect(cleanContentType(odd)).toBe('application/octet-stream')
})
