import { describe, expect, it } from 'vitest'

import { fileNameOf } from './file-name.ts'

const url = new URL('https://example.ru/files/%D0%B7%D0%B0%D0%BF%D0%B8%D1%81%D1%8C.mp3?key=1')
/** Node gives a header's bytes as one character each. */
const raw = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

describe('the file name of a link', () => {
  it.each([
    ['in the extended form', "attachment; filename=\"file.mp3\"; filename*=UTF-8''%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.mp3", 'Интервью.mp3'],
    ['in an old charset', "attachment; filename*=windows-1251''%C8%ED%F2%E5%F0%E2%FC%FE.mp3", 'Интервью.mp3'],
    ['in quotes', 'attachment; filename="a \\"quoted\\"; name.mp3"', 'a "quoted"; name.mp3'],
    ['bare', 'attachment; filename=talk.mp3 ; size=10', 'talk.mp3'],
    ['as plain bytes', raw('attachment; filename="Интервью.mp3"'), 'Интервью.mp3'],
    ['percent-encoded without declaring it', 'attachment; filename="%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.mp3"', 'Интервью.mp3'],
    ['with a literal percent sign', 'attachment; filename="100%.mp3"', '100%.mp3'],
    ['with a path, which is dropped', 'attachment; filename="../../etc/passwd"', 'passwd'],
    ['in an unknown charset, which is ignored', "attachment; filename*=x-none''%FF; filename=plain.mp3", 'plain.mp3'],
  ])('is the one the server sends, %s', (_how, disposition, name) => {
    expect(fileNameOf(disposition, url)).toBe(name)
  }) // prettier-ignore

  it('falls back to the last path segment, then to the host', () => {
    expect(fileNameOf(undefined, url)).toBe('запись.mp3')
    expect(fileNameOf('inline', url)).toBe('запись.mp3')
    expect(fileNameOf(undefined, new URL('https://example.ru/'))).toBe('example.ru')
    expect(fileNameOf(undefined, new URL('https://example.ru/%FF/'))).toBe('%FF')
  })
})
