import { dayTexts, LOCALE } from '@doslovno/texts/format.ts'

import { twoDigits } from './time.ts'

const DAY_MS = 86_400_000
const dayAndMonth = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' })
const dayAndMonthUtc = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' })
const wholeDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** A date without a time, in words, independent of the time zone. */
export function fullDate(isoDate: string): string {
  return wholeDate.format(new Date(isoDate))
}

/** The day and month of a date without a time. */
export function shortDate(isoDate: string): string {
  return dayAndMonthUtc.format(new Date(isoDate))
}

/** The day of a moment, in the user's time zone, with the year unless it is this one. */
export function dateOf(iso: string, now: Date): string {
  const date = new Date(iso)
  const day = dayAndMonth.format(date)
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`
}

/** D.MM.YYYY */
export function tableDate(iso: string): string {
  const date = new Date(iso)
  return `${date.getDate()}.${twoDigits(date.getMonth() + 1)}.${date.getFullYear()}`
}

/** «Today», «yesterday», or the day and month, with the year unless it is `knownYear`. */
export function dayLabel(iso: string, now: Date, knownYear: number = now.getFullYear()): string {
  const date = new Date(iso)
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS)
  if (daysAgo === 0) return dayTexts.today
  if (daysAgo === 1) return dayTexts.yesterday
  const label = dayAndMonth.format(date)
  return date.getFullYear() === knownYear ? label : `${label} ${date.getFullYear()}`
}

/** Groups neighbours of the same day under that day; the year is shown where it changes. */
export function groupByDay<T>(
  items: readonly T[],
  isoOf: (item: T) => string,
  now: Date,
): { day: string; items: T[] }[] {
  const groups: { date: Date; day: string; items: T[] }[] = []
  for (const item of items) {
    const date = new Date(isoOf(item))
    const last = groups.at(-1)
    if (last && startOfDay(last.date) === startOfDay(date)) last.items.push(item)
    else groups.push({ date, day: dayLabel(isoOf(item), now, last?.date.getFullYear()), items: [item] })
  }
  return groups.map(({ day, items: grouped }) => ({ day, items: grouped }))
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
