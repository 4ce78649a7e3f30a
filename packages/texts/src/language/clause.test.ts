import { isWholeSentence } from '@doslovno/domain/language/clause.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

describe('a whole sentence', () => {
  it.each([
    'Релиз перенесли на 2 июня.',
    'Анна сказала, что смета готова.',
    'Сергей подготовит смету до пятницы, а Марина пришлёт список.',
    'Решено перенести выпуск.',
    'Договорились встретиться в среду.',
    'Нужно проверить договор.',
    'Без возвратов выпускать нельзя.',
    'Стемнело рано.',
    'Мы закончим в мае.',
    'Я напишу партнёрам.',
    'Пришлю письмо завтра.',
    'Предлагается отключить рекламу.',
    'Радуга — атмосферное явление.',
    'Это оптическое явление.',
    'Проект закрыт.',
    'Цены выше, чем в марте.',
    'Если Катя откажется, поиск возобновят.',
    'Катя, которая закончила курсы, придёт в понедельник.',
    'Никита опоздал на час.',
    'США ввели пошлины.',
    'Мышь съела сыр.',
    'Пять человек не пришли.',
    'Хасанов объяснил опоздание.',
    'В отделе работает семь человек.',
    'Бюджет утверждён. Деньги придут в июне.',
    'Когда выпустят релиз?',
  ])('«%s»', (text) => {
    expect(isWholeSentence(text, russian)).toBe(true)
  })

  it.each([
    ['Любимый фильм и радуга атмосферная оптическая.', 'no predicate'],
    ['Материал для журнала и бюджет отдела.', 'nouns that look like verbs'],
    ['Ответ на запрос о кредите.', 'nouns in -ет and -ит'],
    ['И не подруги не', 'a negation of nothing'],
    ['Речь о скальца определил что, любимый', 'a verb of another gender'],
    ['В большом городе прочитал.', 'a noun behind a preposition'],
    ['Марина пришла и', 'a dangling conjunction'],
    ['Договор подписали с', 'a dangling preposition'],
    ['Договор подписали в, мае', 'a stranded preposition'],
    ['Который пришёл вчера.', 'a subordinate clause alone'],
    ['Потому что сроки перенесли.', 'a reason alone'],
    ['Если Катя откажется', 'a condition alone'],
    ['Сроки сроки перенесли.', 'a stumble'],
    ['Бюджет —', 'a dash and nothing after it'],
    ['Перенесли.', 'one word'],
    ['Подготовить смету до пятницы', 'an infinitive alone'],
    ['', 'nothing'],
    ['Релиз перенесли. Любимый фильм.', 'one broken sentence of two'],
  ])('is not «%s»: %s', (text) => {
    expect(isWholeSentence(text, russian)).toBe(false)
  })

  it.each(['Подготовить смету до пятницы', 'Марина: прислать список', 'Сергей — найти тестировщика'])(
    'may be an infinitive in a list of tasks: «%s»',
    (text) => {
      expect(isWholeSentence(text, russian, { isTask: true })).toBe(true)
    },
  )

  it.each(['Печать и область', 'Запись на пятницу'])('is no task without an infinitive: «%s»', (text) => {
    expect(isWholeSentence(text, russian, { isTask: true })).toBe(false)
  })
})
