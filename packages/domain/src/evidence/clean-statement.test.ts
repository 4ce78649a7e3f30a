import { describe, expect, it } from 'vitest'

import { cleanStatement } from './clean-statement.ts'

const cleaned = (text: string, spoken = '') => cleanStatement(text, spoken)

describe('cleanStatement', () => {
  it.each([
    ['- **Релиз** перенесли', 'Релиз перенесли'],
    ['1. Релиз перенесли', 'Релиз перенесли'],
    ['• `Релиз` перенесли', 'Релиз перенесли'],
    ['## Релиз\nперенесли', 'Релиз перенесли'],
    ['```text\nРелиз перенесли\n```', 'Релиз перенесли'],
    ['Ре\u200Bлиз\u202E перенесли\u0007', 'Релиз перенесли'],
    ['Иль\u0438\u0306н приехал', 'Ильйн приехал'],
    ['Осталось 2 недели — до 5 мая.', 'Осталось 2 недели — до 5 мая.'],
  ])('turns %j into %j', (text, expected) => {
    expect(cleaned(text)).toEqual({ kind: 'clean', text: expected })
  })

  it.each(['', ' \n', '***', 'а'.repeat(401)])('finds %j bad', (text) => {
    expect(cleaned(text)).toEqual({ kind: 'bad' })
  })

  it('keeps a statement of 400 characters', () => {
    expect(cleaned('а'.repeat(400)).kind).toBe('clean')
  })

  it.each([
    'Подробности на https://evil.example/a?b=1',
    'Смотри www.evil.example.',
    'Пишите на sale.ru',
    '[тут](http://x.io)',
  ])('finds an address in %j that nobody spoke', (text) => {
    expect(cleaned(text, 'Подробности на сайте').kind).toBe('address')
  })

  it('keeps an address that was spoken', () => {
    expect(cleaned('Заявки принимают на https://www.Site.ru/form.', 'пишите на site.ru до пятницы').kind).toBe('clean')
  })

  it('takes abbreviations and full stops without a space for no address', () => {
    expect(cleaned('Решили т.е. согласились.Потом уехали в г.Тверь').kind).toBe('clean')
  })
})
