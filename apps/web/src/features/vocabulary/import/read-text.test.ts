import { expect, it } from 'vitest'

import { readText } from './read-text.ts'

it('reads UTF-8, with and without its mark', async () => {
  expect(await readText(new Blob(['Мюллер\n']))).toBe('Мюллер\n')
  expect(await readText(new Blob(['\uFEFFМюллер']))).toBe('Мюллер')
})

it('reads the encoding in which spreadsheets save Russian', async () => {
  const cp1251 = new Uint8Array([0xcc, 0xfe, 0xeb, 0xeb, 0xe5, 0xf0])

  expect(await readText(new Blob([cp1251]))).toBe('Мюллер')
})
