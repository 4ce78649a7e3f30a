import { numbersIn } from '#language/numbers.ts'
import { plainForm } from '#transcript/words.ts'

import type { DigestLanguage, When } from './language.ts'

/** A deadline: as spoken, and its ISO date if the day of the recording tells it. */
export type Due = { text: string; date: string | null }

const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS
const RECENT_DAYS = 60
/** More days, weeks or months than this are no deadline. */
const MOST_UNITS = 60

/** The deadline that a text names, counted from the day of the upload. */
export function dueIn(text: string, uploadedAt: Date, language: DigestLanguage): Due | null {
  for (const { pattern, when } of language.dueRules) {
    const found = pattern.exec(plainForm(text))
    if (!found) continue
    const numberIn = (group: string) => numbersIn(found.groups?.[group] ?? '', language)[0]?.value ?? null
    const day = dayOf(when, dayStart(uploadedAt, language), { number: numberIn('number'), year: numberIn('year') })
    return { text: text.slice(found.index, found.index + found[0].length), date: day && day.toISOString().slice(0, 10) }
  }
  return null
}

type Said = { number: number | null; year: number | null }

function dayOf(when: When, today: Date, { number, year }: Said): Date | null {
  switch (when.kind) {
    case 'days':
      return plusDays(today, when.days)
    case 'weekday':
      return plusDays(today, daysUntil(when.weekday, today))
    case 'dayOfMonth':
      if (number === null) return null
      return when.month === null ? nextDay(number, today) : nearestDate({ day: number, month: when.month, year }, today)
    case 'after':
      return later(today, number ?? 1, when.unit)
    case 'end':
      return lastDay(today, when.of, when.next ? 1 : 0)
    case 'unknown':
      return null
  }
}

/** A weekday said on that weekday means the next one. */
const daysUntil = (weekday: number, today: Date) => ((weekday - today.getUTCDay() + 6) % 7) + 1

/** The next day of that number. */
function nextDay(day: number, today: Date): Date | null {
  const month = today.getUTCMonth() + (day < today.getUTCDate() ? 1 : 0)
  return dateOf(today.getUTCFullYear(), month, day)
}

/** A date without a year lies ahead, unless it passed so recently that the recording may be older than its upload. */
function nearestDate({ day, month, year }: { day: number; month: number; year: number | null }, today: Date) {
  const thisYear = today.getUTCFullYear()
  const date = dateOf(year ?? thisYear, month - 1, day)
  const isPast = date !== null && date < plusDays(today, -RECENT_DAYS)
  return isPast && year === null ? dateOf(thisYear + 1, month - 1, day) : date
}

/** Null if the month has no such day. Months count from 0 and may exceed the year. */
function dateOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCDate() === day ? date : null
}

function later(today: Date, count: number, unit: 'day' | 'workday' | 'week' | 'month'): Date | null {
  if (!Number.isInteger(count) || count < 1 || count > MOST_UNITS) return null
  switch (unit) {
    case 'day':
      return plusDays(today, count)
    case 'workday':
      return plusWorkdays(today, count)
    case 'week':
      return plusDays(today, 7 * count)
    case 'month':
      return monthEnd(today, count, today.getUTCDate())
  }
}

function lastDay(today: Date, of: 'day' | 'week' | 'month' | 'quarter' | 'year', next: number): Date {
  const month = today.getUTCMonth()
  switch (of) {
    case 'day':
      return plusDays(today, next)
    case 'week':
      return plusDays(today, ((7 - today.getUTCDay()) % 7) + 7 * next)
    case 'month':
      return monthEnd(today, next)
    case 'quarter':
      return monthEnd(today, 2 - (month % 3) + 3 * next)
    case 'year':
      return monthEnd(today, 11 - month + 12 * next)
  }
}

/** The given day of a later month, or its last day if it has none such. */
function monthEnd(today: Date, months: number, day = 31): Date {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + months]
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, days)))
}

function plusWorkdays(today: Date, count: number): Date {
  if (count === 0) return today
  const next = plusDays(today, 1)
  return plusWorkdays(next, next.getUTCDay() % 6 === 0 ? count : count - 1)
}

const plusDays = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MILLISECONDS)

/** Midnight of the calendar day in the zone of most speakers, as UTC. */
function dayStart(date: Date, { utcOffsetHours }: DigestLanguage): Date {
  const local = date.getTime() + utcOffsetHours * HOUR_MILLISECONDS
  return new Date(local - (local % DAY_MILLISECONDS))
}
