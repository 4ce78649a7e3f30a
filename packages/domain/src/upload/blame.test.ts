import { describe, expect, it } from 'vitest'

import { blameFor } from './blame.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 197 + (index >> 3) * 31) % 256)

describe('a file that begins like no recording', () => {
  it.each(['Лекция.mp3', 'VOICE.OGG', 'film.m2ts', 'a.b.wav'])('is a broken recording if it is called %s', (name) => {
    expect(blameFor(name, noise)).toBe('mediaBroken')
  })

  it.each(['notes.bin', 'mp3', 'table.xlsx', 'song.mp3.torrent'])('is no recording if it is called %s', (name) => {
    expect(blameFor(name, noise)).toBe('unsupportedFormat')
  })

  it.each([
    ['a text', bytes('just text\r\n\tand more')],
    ['a text in windows-1251', Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['a text in UTF-16', bytes('\xff\xfeh\0i\0')],
    ['a page', bytes('<html>hello</html>')],
    ['a document', bytes('%PDF-1.7\0')],
    ['an archive', bytes('PK\x03\x04\x14\0')],
    ['a picture', bytes('\x89PNG\r\n\x1a\n\0')],
    ['a photo of a phone', bytes('\0\0\0\x18ftypheic\0')],
    ['a program', bytes('MZ\x90\0\x03\0')],
  ])('is no recording if it begins like %s', (_what, head) => {
    expect(blameFor('a.mp3', head)).toBe('unsupportedFormat')
  })
})
