import { isSameStatement } from '@doslovno/domain/evidence/alike.ts'
import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { checkTopic } from '@doslovno/domain/evidence/check-topic.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'
import { talks } from '#test/talks.ts'

const [meeting] = talks
const evidence = prepareEvidence(meeting!.sentences, meeting!.names, russian)

describe('checkTopic', () => {
  it.each([
    ['сроках релиза', [1]],
    ['бюджете на рекламу', [1, 18]],
    ['вакансиях тестировщика и аналитика', [33]],
    ['рекламе во ВКонтакте и Директе', [19, 20, 25]],
  ])('confirms «%s»', (text, cites) => {
    expect(checkTopic({ text, cites }, evidence, russian).verdict).toBe('confirmed')
  })

  it.each([
    ['переезде офиса в новое здание', [1], 'unsure'],
    ['зарплате Геннадия', [36], 'dropped'],
  ])('does not confirm «%s»', (text, cites, verdict) => {
    expect(checkTopic({ text, cites }, evidence, russian).verdict).toBe(verdict)
  })
})

describe('a recording in another language', () => {
  const english = prepareEvidence(
    [
      { text: 'We spent 650 thousand on ads.', speaker: 0 },
      { text: 'The release moves to June.', speaker: 1 },
    ],
    new Map(),
    russian,
  )
  const check = (text: string, cites: number[]) =>
    checkStatement({ text, cites, who: [] }, english, russian, { isForeign: true })

  it('links a statement to its sentences without confirming it', () => {
    expect(check('Релиз перенесли на июнь.', [1])).toEqual({ verdict: 'linked', reasons: [], anchors: [1] })
  })

  it('doubts a number that nobody said', () => {
    expect(check('На рекламу потратили 700 тысяч.', [0])).toMatchObject({
      verdict: 'unsure',
      reasons: [{ code: 'number' }],
    })
  })

  it('drops a statement that cites nothing', () => {
    expect(check('Релиз перенесли.', [7]).verdict).toBe('dropped')
  })
})

describe('isSameStatement', () => {
  const isSame = (a: string, b: string) => isSameStatement(a, b, russian)

  it('finds one statement in two wordings', () => {
    expect(isSame('Релиз перенесли на второе июня.', 'Релиз перенесён на 2 июня.')).toBe(true)
  })

  it.each([
    ['Марина просит 200 тысяч.', 'Марина просит 160 тысяч.'],
    ['Рекламу решили отключить.', 'Рекламу решили не отключать.'],
    ['Чат починят до конца недели.', 'Офис переедет до конца года.'],
  ])('tells «%s» from «%s»', (a, b) => {
    expect(isSame(a, b)).toBe(false)
  })
})
