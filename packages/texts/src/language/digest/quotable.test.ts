import { soundsLikeTask } from '@doslovno/domain/digest/digest.ts'
import { isQuotable, isUnderstood } from '@doslovno/domain/digest/quotable.ts'
import { readSentence, type Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { describe, expect, it } from 'vitest'

import { russianDigest as russian } from '#test/digest/language.ts'

const said = (text: string, changes: Partial<Sentence> = {}): Sentence => ({ start: 0, end: 5, text, speaker: 0, ...changes }) // prettier-ignore

describe('a sentence to quote', () => {
  it.each([
    'Я предлагаю перенести релиз на второе июня.',
    'На рекламу в апреле потратили шестьсот пятьдесят тысяч рублей.',
    'Автобус не отменили, его перевели на зимнее расписание.',
    'Марина сказала, что она придёт в понедельник.',
    'Безработица выросла с трёх процентов до двадцати пяти.',
    'Раз в неделю приезжает передвижной комплекс.',
    'Ну вот, бюджет на май оставляем прежним.',
    'Сегодня мы обсуждаем план работы на следующую неделю.',
    'Решили отказаться от наружной рекламы.',
  ])('is «%s»', (text) => {
    expect(isQuotable([said(text)], 0, russian)).toBe(true)
  })

  it.each([
    ['an unknown word', 'На глаз скольза определил высоту этого аппарата.'],
    ['several unknown words', 'Он протрошел здесь уж целый год подряд.'],
    ['no verb', 'Ни подруги, ни прислуги, ни знакомых людей.'],
    ['a connective first', 'Но цена на бумагу всё равно выросла.'],
    ['a connective after fillers', 'Ну да, а цена на бумагу всё равно выросла.'],
    ['a small first letter', 'быть может погиб материк на запад от Африки.'],
    ['no end', 'Мы перенесли релиз приложения на второе'],
    ['a dash where it breaks off', 'Мы перенесли релиз приложения на второе —'],
    ['a pronoun without its noun', 'Через два года он вырос почти вдвое.'],
    ['a pronoun after a clause without a noun', 'Купил и продал, потому что они выросли вдвое.'],
    ['a finger that points outside', 'Три дня назад такие станки привезли на завод.'],
    ['a noun left out', 'Лесную перенесли на следующий год, торги не прошли.'],
    ['a number without its noun', 'Три исправили, одна ошибка осталась в отчёте.'],
    ['an answer', 'Есть, сын два года работал в банке.'],
    ['a subject left out', 'Купила бы аппарат для больницы в Торжке.'],
    ['no border between clauses', 'Я сижу в своём саду горит светильник.'],
    ['courtesies', 'Спасибо, что пришли сегодня на нашу встречу.'],
    ['two sentences', 'Спорно. Производство росло на восемь процентов в год.'],
    ['too few words', 'Релиз перенесли на июнь.'],
    ['a repeated word', 'Волга волга впадает в большое море.'],
  ])('has not %s: «%s»', (_, text) => {
    expect(isQuotable([said(text)], 0, russian)).toBe(false)
  })

  it('has no word that the engine or the vocabulary doubts', () => {
    const text = 'Я предлагаю перенести релиз на второе июня.'

    expect(isQuotable([said(text, { isDoubtful: true })], 0, russian)).toBe(false)
  })

  it('does not go on with what the same speaker left open', () => {
    const sentences = [said('Мы посчитали всё и'), said('Мы перенесли релиз на второе июня.')]
    const otherVoice = [said('Мы посчитали всё и'), said('Мы перенесли релиз на второе июня.', { speaker: 1 })]

    expect([isQuotable(sentences, 1, russian), isQuotable(otherVoice, 1, russian)]).toEqual([false, true])
  })

  it('does not stand among misheard ones', () => {
    const noise = said('Радга отмассферная метерологическая доблюдаемая преосвящение капей.')
    const sentence = said('Разговор земных коров отклонил пульс.')

    expect(isQuotable([noise, sentence, noise], 1, russian)).toBe(false)
  })
})

it('is not understood if less than half of its words are words', () => {
  const half = [said('Релиз перенесли отмассферная доблюдаемая')]
  const less = [...half, said('метерологическая')]

  expect([isUnderstood(half, russian.isKnown), isUnderstood(less, russian.isKnown)]).toEqual([true, false])
})

describe('a candidate of a task', () => {
  it.each([
    'Сергей подготовит смету до пятницы, а Марина пришлёт список.',
    'Анна отправит смету рекламы до пятницы.',
    'Письмо оператору подготовит Тамара Ильинична до среды.',
    'Нужно подготовить отчёт по продажам к понедельнику.',
    'Должны сдать проект до конца месяца.',
    'Оля, напиши, пожалуйста, письмо партнёрам.',
    'Договорились созвониться в четверг утром.',
    'Отправлю договор подрядчику сегодня вечером.',
    'Подрядчик пришлёт акт до конца недели.',
    'Дима, забери себе эту задачу.',
  ])('is «%s»', (text) => {
    expect(soundsLikeTask(readSentence(text, russian), russian)).toBe(true)
  })

  it.each([
    'Бюджет на квартал два миллиона, половина уже потрачена.',
    'До пятницы магазин не работал из-за ремонта.',
    'Всем спасибо, до среды.',
    'Он мне сразу сказал: купи хорошую маску.',
    'Я напомню, что жителям обещали дорогу.',
    'Если Сергей подготовит смету до пятницы, успеем.',
    'Когда вы закончите ремонт дороги, дети вернутся.',
    'Автобус привезёт детей к школе.',
    'Настя на больничном до понедельника.',
    'Хорошо бы отправить письмо до пятницы.',
    'Марина подготовила смету до пятницы.',
    'Кто отправит договор до пятницы?',
    'Округление я, сегодня закончу.',
  ])('is not «%s»', (text) => {
    expect(soundsLikeTask(readSentence(text, russian), russian)).toBe(false)
  })
})
