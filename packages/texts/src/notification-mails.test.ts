import { describe, expect, it } from 'vitest'

import { readyMail } from './notification-mails.ts'

const ready = {
  name: 'Анна',
  fileName: 'Планёрка.mp3',
  link: 'https://doslovno.example/files/1',
  isWhole: true,
  about: '',
  main: [],
  attached: 0,
  leftOut: [],
}

describe('the mail about a finished text', () => {
  it('has no part about the recording where nothing is sure', () => {
    expect(readyMail(ready).digest).toBeUndefined()
  })

  it('names what did not fit, in the order of the settings', () => {
    const { paragraphs } = readyMail({ ...ready, attached: 1, leftOut: ['vtt', 'docx'] })

    expect(paragraphs.slice(-2).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'К письму приложен 1 файл.',
      'Не поместились в письмо: DOCX, VTT. Скачай их на странице файла.',
    ])
  })
})
