import { describe, expect, it } from 'vitest'

import { embedCode, fileLink, nameBeforeDot } from './file-link.ts'

describe('a shared file', () => {
  it('has the link {origin}/files/{id} [SHR-4]', () => {
    expect(fileLink('https://doslovno.example', { id: 'f1' })).toBe('https://doslovno.example/files/f1')
    expect(fileLink('https://doslovno.example', { id: 'f1', linkId: 'l1' })).toBe('https://doslovno.example/files/l1')
  })

  it('has a frame for other pages, with a title and loaded when it is near', () => {
    const code = embedCode('https://doslovno.example', { id: 'f1', fileName: 'Про "A&B" <1>.mp3' })

    expect(code).toBe(
      '<iframe src="https://doslovno.example/embed/f1" title="Про &#34;A&#38;B&#34; &#60;1&#62; — Дословно" ' +
        'width="100%" height="420" loading="lazy" style="border:0"></iframe>',
    )
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
