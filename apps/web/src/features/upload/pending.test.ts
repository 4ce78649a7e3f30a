import { describe, expect, it } from 'vitest'

import { hasNeverUploaded } from './first-upload.ts'
import { leavePending, leavePendingFiles, takePending } from './pending.ts'
import { fileSource, nameOf, urlSource } from './source.ts'

describe('what is handed over to the upload page', () => {
  it('is a file or a link, read once and then gone [HOME-13]', () => {
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
  const person = (availableUploads: number | null, limitFileCount: number | null) => ({
    availableUploads,
    tariff: { limitFileCount },
  })

  it.each([
    ['nothing was ever uploaded', person(10, 10), { total: 0, onTheWay: 0 }, true],
    ['the same without a limit', person(null, null), { total: 0, onTheWay: 0 }, true],
    ['there is a file', person(9, 10), { total: 1, onTheWay: 0 }, false],
    ['everything was deleted', person(9, 10), { total: 0, onTheWay: 0 }, false],
    ['a file is on its way', person(10, 10), { total: 0, onTheWay: 1 }, false],
    ['it is not known yet', person(10, 10), { total: undefined, onTheWay: 0 }, undefined],
    ['it is not known either', person(10, 10), { total: 0, onTheWay: undefined }, undefined],
  ])('is offered when it is one: %s [HOME-13]', (_, who, known, isFirst) => {
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

  it('is called by its title once there is one [UP-15]', () => {
    expect(nameOf(urlSource('https://a.ru/x'))).toBe('https://a.ru/x')
    expect(nameOf(urlSource('https://a.ru/x', 'Эфир'))).toBe('Эфир')
  })
})
