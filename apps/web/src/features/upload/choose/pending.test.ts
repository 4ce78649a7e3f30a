import { describe, expect, it } from 'vitest'

import { fileSource, nameOf, urlSource } from '#features/upload/queue/source.ts'

import { hasNeverUploaded } from './has-never-uploaded.ts'
import { leavePending, leavePendingFiles, takePending } from './pending.ts'

describe('the handover to the upload page', () => {
  it('passes a file or a link, once [HOME-13]', () => {
    const file = new File(['x'], 'a.mp3')

    leavePendingFiles([file])
    expect(takePending()).toEqual([{ type: 'file', file }])
    expect(takePending()).toEqual([])

    leavePending([{ type: 'url', url: 'https://a.ru/x' }])
    expect(takePending()).toEqual([{ type: 'url', url: 'https://a.ru/x' }])
    expect(takePending()).toEqual([])
  })
})

describe('the first upload', () => {
  const [newcomer, regular] = [{ hasUploaded: false }, { hasUploaded: true }]

  it.each([
    ['nothing was ever uploaded', newcomer, { total: 0, onTheWay: 0 }, true],
    ['everything was deleted', regular, { total: 0, onTheWay: 0 }, false],
    ['it was known before the list', regular, { total: undefined, onTheWay: undefined }, false],
    ['the first file is newer than the account', newcomer, { total: 1, onTheWay: 0 }, false],
    ['a file is on its way', newcomer, { total: 0, onTheWay: 1 }, false],
    ['the list is not known yet', newcomer, { total: undefined, onTheWay: 0 }, undefined],
    ['what is on its way is not known yet', newcomer, { total: 0, onTheWay: undefined }, undefined],
  ])('is offered only to a new user: %s [HOME-13]', (_, who, known, isFirst) => {
    expect(hasNeverUploaded(who, known)).toBe(isFirst)
  })
})

describe('the source of a recording', () => {
  it('is a file with its name, type and size, or an address with its title [UP-15]', () => {
    expect(fileSource(new File(['abc'], 'a.mp3', { type: 'audio/mpeg' }))).toEqual({
      kind: 'file',
      name: 'a.mp3',
      type: 'audio/mpeg',
      size: 3,
    })
    expect(urlSource('https://a.ru/x', 'Эфир')).toEqual({ kind: 'url', title: 'Эфир', url: 'https://a.ru/x' })
  })

  it('is named by its title once known [UP-15]', () => {
    expect(nameOf(urlSource('https://a.ru/x'))).toBe('https://a.ru/x')
    expect(nameOf(urlSource('https://a.ru/x', 'Эфир'))).toBe('Эфир')
  })
})
