import { findChapters } from '@doslovno/domain/digest/chapters.ts'
import { makeDigest } from '@doslovno/domain/digest/digest.ts'
import { dueIn } from '@doslovno/domain/digest/due.ts'
import { nominativeOf } from '@doslovno/domain/digest/key-words.ts'
import { cutFillers } from '@doslovno/domain/digest/language.ts'
import { bestMoments } from '@doslovno/domain/digest/moments.ts'
import { readSentence, type Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { describe, expect, it } from 'vitest'

import { conversations, inTime } from '#test/digest/conversations.ts'
import { russianDigest as russian } from '#test/digest/language.ts'
import { longTalk } from '#test/digest/long-talk.ts'

const pause = () => Promise.resolve()
const monday = new Date('2026-11-16T09:00:00Z')

const conversation = (name: string): readonly Sentence[] =>
  conversations.find((one) => one.name === name)?.sentences ?? []

/** A digest as a person reads it. */
async function readable(sentences: readonly Sentence[]): Promise<string> {
  const digest = await makeDigest(sentences, russian, { pause })
  const shown = (at: number) => `${at}: ${cutFillers(sentences[at]?.text ?? '', russian)}`
  const due = (at: number) => dueIn(sentences[at]?.text ?? '', monday, russian)?.date
  const parts = {
    about: digest.about.map(shown),
    chapters: digest.chapters.map(({ from, title }) => `${from}: ${title}`),
    summary: digest.summary.map(shown),
    theses: digest.theses.map(shown),
    tasks: digest.tasks.map((at) => `${shown(at)} → ${due(at) ?? '–'}`),
  }
  return Object.entries(parts)
    .map(([title, lines]) => [title, ...lines].join('\n') + '\n')
    .join('\n')
}

describe('makeDigest in Russian', () => {
  it.each(conversations)('digests «$name» as a person last approved', async ({ name, sentences }) => {
    const digest = await readable(sentences)

    await expect(digest).toMatchFileSnapshot(`../../test/digest/golden/${name}.txt`)
  })

  it('finds the borders of four joined conversations, and the topics of the meeting', async () => {
    const joined = ['meeting', 'lecture', 'call', 'interview'].map(conversation)
    const sentences = inTime(joined.flat())
    const bags = sentences.map(({ text }) => readSentence(text, russian).bag)

    const starts = (await findChapters(sentences, bags, pause)).map(({ from }) => from)

    const wanted = [0, 17, 33, 59, 93, 137]
    expect(wanted.map((border) => Math.min(...starts.map((start) => Math.abs(start - border))))).toEqual([
      0, 0, 0, 1, 1, 0,
    ])
  })

  // Tuned on all six.
  it('names sentences of which at least 60 % are tasks', async () => {
    const tasks: Record<string, readonly number[]> = {
      meeting: [15, 16, 29, 43, 48, 49, 55],
      call: [21, 23, 27, 31, 35],
      lecture: [33],
      interview: [],
      parents: [11, 16, 27, 28, 39, 40, 49, 50, 51, 54],
      podcast: [46],
    }

    const found = await Promise.all(
      Object.entries(tasks).map(async ([name, wanted]) => {
        const digest = await makeDigest(conversation(name), russian, { pause })
        return { name, right: digest.tasks.filter((at) => wanted.includes(at)).length, all: digest.tasks.length }
      }),
    )

    const count = (names: readonly string[], of: 'right' | 'all') =>
      found.filter(({ name }) => names.includes(name)).reduce((sum, one) => sum + one[of], 0)
    const kept = ['parents', 'podcast']
    expect([count(kept, 'right'), count(kept, 'all')]).toEqual([10, 11])
    expect([count(Object.keys(tasks), 'right'), count(Object.keys(tasks), 'all')]).toEqual([20, 21])
  })

  it('pauses often enough in a text of 12 hours', async () => {
    const talk = longTalk(12)
    let [stems, mostStems, pauses] = [0, 0, 0]
    const stem = (word: string) => {
      stems += 1
      return russian.stem(word)
    }
    const counting = () => {
      mostStems = Math.max(mostStems, stems)
      stems = 0
      pauses += 1
      return Promise.resolve()
    }

    const { chapters } = await makeDigest(talk, { ...russian, stem }, { pause: counting })

    expect(talk.length).toBeGreaterThan(10_000)
    expect(chapters.length).toBe(21)
    expect(mostStems).toBeLessThan(1000)
    expect(pauses).toBeGreaterThan(talk.length / 10)
  })
})

describe('nominativeOf', () => {
  it.each([
    ['аналитику аналитик', 'аналитик'],
    ['возвратов возвратом возвраты', 'возвраты'],
    ['врачей врач врача', 'врач'],
    ['математике математика математику', 'математика'],
    ['населении население', 'население'],
    ['пчёлам пчёлы пчёл', 'пчёлы'],
  ])('finds the nominative among «%s»', (forms, nominative) => {
    expect(nominativeOf(forms.split(' '), russian)).toBe(nominative)
  })

  it.each(['домов домами', 'релизу бюджета'])('finds none among «%s»', (forms) => {
    expect(nominativeOf(forms.split(' '), russian)).toBeNull()
  })
})

describe('cutFillers in Russian', () => {
  it.each([
    ['Ну вот, значит, смотрите, релиз переносим.', 'Релиз переносим.'],
    ['Да, но цена всё равно выросла.', 'Цена всё равно выросла.'],
    ['Так как денег нет, ждём.', 'Так как денег нет, ждём.'],
    ['То есть заявок больше.', 'Заявок больше.'],
    ['Ещё вопросы есть?', 'Ещё вопросы есть?'],
    ['Ну, да.', 'Да.'],
  ])('shows «%s» as «%s»', (said, shown) => {
    expect(cutFillers(said, russian)).toBe(shown)
  })
})

describe('dueIn', () => {
  it.each([
    ['Напиши письмо до пятницы.', 'до пятницы', '2026-11-20'],
    ['Сделай к понедельнику.', 'к понедельнику', '2026-11-23'],
    ['Поговорю в четверг.', 'в четверг', '2026-11-19'],
    ['Напишу завтра.', 'завтра', '2026-11-17'],
    ['Отправлю послезавтра утром.', 'послезавтра', '2026-11-18'],
    ['Отправь ему оффер сегодня.', 'сегодня', '2026-11-16'],
    ['Отчёт нужен к 15 июня.', 'к 15 июня', '2027-06-15'],
    ['Отчёт нужен К Двадцать Пятому декабря', 'К Двадцать Пятому декабря', '2026-12-25'],
    ['Договор подпишем до 1 марта 2028 года.', 'до 1 марта 2028 года', '2028-03-01'],
    ['Прислали второго ноября.', 'второго ноября', '2026-11-02'],
    ['Сдайте до 31 июня.', 'до 31 июня', null],
    ['Деньги переведите до десятого.', 'до десятого', '2026-12-10'],
    ['Покажу цифры через две недели.', 'через две недели', '2026-11-30'],
    ['Вернёмся через неделю, в среду.', 'через неделю', '2026-11-23'],
    ['Ответим через 3 рабочих дня.', 'через 3 рабочих дня', '2026-11-19'],
    ['Позвоню через месяц.', 'через месяц', '2026-12-16'],
    ['Чтобы до конца недели починили.', 'до конца недели', '2026-11-22'],
    ['Закроем до конца месяца.', 'до конца месяца', '2026-11-30'],
    ['Сдаём к концу квартала.', 'к концу квартала', '2026-12-31'],
    ['Сделаю до вечера.', 'до вечера', '2026-11-16'],
    ['Поговори с Катей на этой неделе.', 'на этой неделе', '2026-11-22'],
    ['Подпишу на следующей неделе.', 'на следующей неделе', '2026-11-29'],
    ['Успеем к лету.', 'к лету', null],
    ['Через пару дней пришлю.', 'Через пару дней', null],
  ])('hears the deadline of «%s»', (said, text, date) => {
    expect(dueIn(said, monday, russian)).toEqual({ text, date })
  })

  it.each(['Сделаю.', 'Готов выйти с понедельника.', 'К концу собрания устали.', 'Придёт к нам до ремонта.'])(
    'hears none in «%s»',
    (said) => {
      expect(dueIn(said, monday, russian)).toBeNull()
    },
  )

  it('counts from the day in Moscow', () => {
    expect(dueIn('Сделаю завтра.', new Date('2026-11-16T22:30:00Z'), russian)?.date).toBe('2026-11-18')
  })
})

describe('bestMoments', () => {
  const meeting = conversation('meeting')

  it('finds where a question is spoken of, the best moment first', () => {
    const [first, second] = bestMoments('Куда перенесли релиз?', meeting, russian, 5)

    expect(first).toMatchObject({ at: 9, from: 6, to: 13 })
    expect(second?.at).toBe(2)
  })

  it('prefers the moment with more of the words asked', () => {
    const [first] = bestMoments('Сколько денег просит Артём?', meeting, russian, 5)

    expect(first?.at).toBe(37)
  })

  it('returns windows that do not overlap, at most as many as asked', () => {
    const found = bestMoments('Что решили по заявкам, рекламе и релизу?', meeting, russian, 3)

    const taken = found.flatMap(({ from, to }) => [...meeting.keys()].slice(from, to))
    expect(found.length).toBeLessThanOrEqual(3)
    expect(new Set(taken).size).toBe(taken.length)
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).toSorted((one, other) => other - one),
    )
  })

  it('finds nothing if the recording has none of the words', () => {
    expect(bestMoments('Как варить борщ?', meeting, russian, 5)).toEqual([])
    expect(bestMoments('А что?', meeting, russian, 5)).toEqual([])
  })
})
