import { describe, expect, it } from 'vitest'

import { dayLabel, fullDate, groupByDay, tableDate } from './day.ts'
import { titleOf } from './file-name.ts'
import { fileSize } from './size.ts'
import { clock, humanDuration, humanEta } from './time.ts'

const NBSP = '\u00a0'
const plain = (text: string) => text.replaceAll(NBSP, ' ')
const NOW = new Date(2026, 10, 15, 12)
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 9, 30).toISOString()

describe('time', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [249, '4:09'],
    [11_052, '3:04:12'],
    [-3, '0:00'],
  ])('formats %d seconds on a clock as %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })

  it.each([
    [0.2, '1 с'],
    [25, '25 с'],
    [60, '1 мин'],
    [3599, '1 ч'],
    [4320, '1 ч 12 мин'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(plain(humanDuration(seconds))).toBe(text)
  })

  it('rounds an ETA to minutes', () => {
    expect(humanEta(40)).toBe('меньше минуты')
    expect(plain(humanEta(200))).toBe('примерно 3 мин')
  })
})

describe('size', () => {
  it.each([
    [0, '0 Б'],
    [999, '999 Б'],
    [1000, '1 КБ'],
    [3_140_000, '3,1 МБ'],
    [177_000_000, '177 МБ'],
    [999_700_000, '1 ГБ'],
    [1_210_000_000, '1,2 ГБ'],
    [2_000_000_000_000, '2 ТБ'],
    [3_000_000_000_000_000, '3 ПБ'],
  ])('formats %d bytes as %s, in thousands [UP-4]', (bytes, text) => {
    expect(plain(fileSize(bytes))).toBe(text)
  })
})

describe('dates', () => {
  it('are written in words without a time', () => {
    expect(plain(fullDate('2026-11-01'))).toBe('1 ноября 2026 г.')
  })

  it('appear in the table as D.MM.YYYY', () => {
    expect(tableDate(at(2026, 11, 5))).toBe('5.11.2026')
    expect(tableDate(at(2026, 2, 14))).toBe('14.02.2026')
  })

  it.each([
    [at(2026, 11, 15), 'Сегодня'],
    [at(2026, 11, 14), 'Вчера'],
    [at(2026, 11, 12), '12 ноября'],
    [at(2025, 12, 19), '19 декабря 2025'],
  ])('are readable: %s is «%s»', (iso, label) => {
    expect(dayLabel(iso, NOW)).toBe(label)
  })

  it('head the cards of their day, with the year where it changes [HOME-4]', () => {
    const dates = [at(2026, 11, 15), at(2026, 11, 15), at(2026, 11, 14), at(2025, 12, 19), at(2025, 12, 1)]

    const groups = groupByDay(dates, (date) => date, NOW)

    expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
      ['Сегодня', 2],
      ['Вчера', 1],
      ['19 декабря 2025', 1],
      ['1 декабря', 1],
    ])
  })
})

describe('file names', () => {
  it.each([
    ['Встреча.mp3', 'Встреча'],
    ['v1.2 итог.mp4', 'v1.2 итог'],
    ['без расширения', 'без расширения'],
    ['.mp3', '.mp3'],
  ])('become titles: %s → %s', (name, title) => {
    expect(titleOf(name)).toBe(title)
  })
})
