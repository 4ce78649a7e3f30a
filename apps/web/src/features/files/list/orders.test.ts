import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import { describe, expect, it } from 'vitest'

import { columns, directionOf, inOrder, nextSort } from './orders.ts'

describe('the column heads', () => {
  it('offer all six sort orders [HOME-7]', () => {
    const clicked = columns.map((column) => nextSort(column, column === 'uploadAt' ? '+fileName' : '-uploadAt'))

    expect(clicked).toEqual(['-uploadAt', '+fileName', '-duration', '-fileSize', '-status'])
    expect(nextSort('uploadAt', '-uploadAt')).toBe('+uploadAt')
  })

  it('reverse the dates on a second click, and otherwise return to newest first [HOME-7]', () => {
    expect(nextSort('uploadAt', '+uploadAt')).toBe('-uploadAt')
    expect(nextSort('duration', '-duration')).toBe('-uploadAt')
  })

  it('expose the sort direction, if there is one [HOME-2]', () => {
    expect(columns.map((column) => directionOf(column, '-uploadAt'))).toEqual([
      'descending',
      ...Array(4).fill(undefined),
    ])
    expect(directionOf('uploadAt', '+uploadAt')).toBe('ascending')
    expect(directionOf('fileName', '+fileName')).toBe('ascending')
    expect(directionOf('fileSize', '-fileSize')).toBe('descending')
  })
})

describe('found files', () => {
  const file = (id: string, change: Partial<ScriptSummary>) => ({ id, ...change }) as ScriptSummary // the fields the sort reads
  const files = [
    file('a', { fileName: 'ёлка', uploadAt: '2026-01-02', duration: 5, fileSize: 30, status: 'complete' }),
    file('b', { fileName: 'Арбуз', uploadAt: '2026-01-03', duration: null, fileSize: 10, status: 'uploaded' }),
    file('c', { fileName: 'яблоко', uploadAt: '2026-01-01', duration: 9, fileSize: 20, status: 'error' }),
  ]

  it.each<[Sort, string]>([
    ['-uploadAt', 'bac'],
    ['+uploadAt', 'cab'],
    ['+fileName', 'bac'],
    ['-duration', 'cab'],
    ['-fileSize', 'acb'],
    ['-status', 'bca'],
  ])('are sorted by %s as %s, like on the server [HOME-7]', (sort, ids) => {
    expect(
      inOrder(files, sort)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids)
  })
})
