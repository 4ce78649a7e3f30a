import { describe, expect, it } from 'vitest'

import { fileLink, nameBeforeDot } from './file-link.ts'

describe('a shared file', () => {
  it('has the link {origin}/files/{id} [SHR-4]', () => {
    expect(fileLink('https://doslovno.example', 'f1')).toBe('https://doslovno.example/files/f1')
  })

  it.each([
    ['Встреча.mp3', 'Встреча'],
    ['Лекция 7. Теория вероятностей.mp3', 'Лекция 7'],
    ['без точки', 'без точки'],
    ['.mp3', '.mp3'],
  ])('is named up to the first dot: %s is «%s» [SHR-1]', (fileName, name) => {
    expect(nameBeforeDot(fileName)).toBe(name)
  })
})
