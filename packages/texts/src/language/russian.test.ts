import { contentWords } from '@doslovno/domain/language/content-words.ts'
import { numbersIn } from '@doslovno/domain/language/numbers.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

const valuesIn = (text: string) => numbersIn(text, russian).map(({ value }) => value)

describe('numbersIn Russian', () => {
  it.each<[string, number[]]>([
    ['двадцать пять', [25]],
    ['25', [25]],
    ['650 тысяч рублей', [650_000]],
    ['шестьсот пятьдесят тысяч вместо пятисот', [650_000, 500]],
    ['128 000 рублей', [128_000]],
    ['миллион тридцать восемь тысяч', [1_038_000]],
    ['1 миллион 38 тысяч', [1_038_000]],
    ['тысячу триста тридцать', [1330]],
    ['полтора раза', [1.5]],
    ['полтора миллиона', [1_500_000]],
    ['два с половиной миллиона', [2_500_000]],
    ['1,5 млрд', [1_500_000_000]],
    ['вдвое', [2]],
    ['втрое больше', [3]],
    ['две трети города', [2 / 3]],
    ['около двух третей', [2 / 3]],
    ['три четверти', [0.75]],
    ['четверть часа', [0.25]],
    ['трёхлетний ребёнок', [3]],
    ['двадцатипятипроцентная скидка', [25]],
    ['двухсотлетие', [200]],
    ['7-летний', [7]],
    ['в две тысячи восемнадцатом году', [2018]],
    ['в восемьсот двенадцатом году', [812]],
    ['двадцать первого года', [21]],
    ['двадцать один час сорок пять минут', [21, 45]],
    ['между двумя и четырьмя часами', [2, 4]],
    ['с одиннадцати до двенадцати', [11, 12]],
    ['третьего мая', [3]],
    ['в 11:30', [11.3]],
    ['семью позвали', []],
    ['пятница, пятно, шестерня и сотрудник', []],
  ])('reads «%s» as %j', (text, values) => {
    expect(valuesIn(text)).toEqual(values)
  })

  it('tells ordinals, years, percents and the word after a number', () => {
    const [day, year, share] = numbersIn('14-го мая девяносто седьмого года выросли на 20 процентов', russian)

    expect(day).toMatchObject({ value: 14, isOrdinal: true, isYear: false, nextWord: 'мая' })
    expect(year).toMatchObject({ value: 97, isOrdinal: true, isYear: true, next: 'год' })
    expect(share).toMatchObject({ value: 20, isPercent: true, isOrdinal: false, multiplier: null })
  })

  it('keeps the multiplier that was said', () => {
    expect(numbersIn('двести тысяч', russian)[0]).toMatchObject({ value: 200_000, multiplier: 1000, from: 0, to: 1 })
  })
})

describe('contentWords of Russian', () => {
  it('leaves out stop words, numbers and signs and stems the rest', () => {
    const words = contentWords('Мы нашли восемнадцать критических ошибок, ещё 4 исправили.', russian)

    expect(words.map(({ stem }) => stem)).toEqual(['нашл', 'критическ', 'ошибок', 'исправ'])
    expect(words.map(({ clause }) => clause)).toEqual([0, 0, 0, 1])
  })

  it('denies the word after a negation and leaves the next one open', () => {
    expect(polarities('Монтажники не приехали вовремя к клиенту')).toEqual([1, -1, 0, 1])
  })

  it('does not deny after «не только»', () => {
    expect(polarities('Не только отключили рекламу')).toEqual([1, 1])
  })

  it('leaves a clause open after a negated modal or «нет»', () => {
    expect(polarities('жильё дать не можем, дом аварийный')).toEqual([0, 0, 1, 1])
    expect(polarities('Запчастей нет')).toEqual([0])
  })

  it('leaves questions open', () => {
    const words = contentWords('Реклама отключена? Рекламу урезали.', russian)

    expect(words.map(({ isQuestion }) => isQuestion)).toEqual([true, true, false, false])
    expect(words.map(({ polarity }) => polarity)).toEqual([0, 0, 1, 1])
    expect(words.map(({ isFirst }) => isFirst)).toEqual([true, false, true, false])
  })
})

const polarities = (text: string) => contentWords(text, russian).map(({ polarity }) => polarity)
