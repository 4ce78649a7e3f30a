import { expect, it } from 'vitest'

import { readTermList, writeTermList } from './term-list.ts'

it('reads terms line by line, and keeps the numbers of the lines', () => {
  expect(readTermList('\uFEFFМюллер\r\n\r\n  Волга-Волга \n')).toEqual([
    { line: 1, text: 'Мюллер', saidAs: [] },
    { line: 3, text: 'Волга-Волга', saidAs: [] },
  ])
})

it('reads CSV with other ways to say a term', () => {
  expect(readTermList('"Kubernetes";"кубернетес, кубер";кубик\nJira\tджира\n;ничей')).toEqual([
    { line: 1, text: 'Kubernetes', saidAs: ['кубернетес', 'кубер', 'кубик'] },
    { line: 2, text: 'Jira', saidAs: ['джира'] },
    { line: 3, text: '', saidAs: ['ничей'] },
  ])
})

it('writes what it reads', () => {
  const terms = [
    { text: 'Kubernetes', saidAs: ['кубернетес', 'кубер'] },
    { text: 'Мюллер', saidAs: [] },
  ]

  expect(writeTermList(terms, 'csv')).toBe('Kubernetes;кубернетес, кубер\nМюллер\n')
  expect(readTermList(writeTermList(terms, 'csv'))).toMatchObject(terms)
  expect(writeTermList(terms, 'text')).toBe('Kubernetes\nМюллер\n')
})
