/** A month of a tariff: `start` inclusive, `end` exclusive. */
export type Period = { start: Date; end: Date }

/**
 * The month of a tariff that contains `now`. Months are counted from the anchor, which keeps the day of the month:
 * with an anchor on 31 January they end on 28 February and 31 March. No month comes before the anchor: a call that
 * began just before a new plan did counts in its first month.
 */
export function periodAt(anchor: Date, now: Date): Period {
  const guess = Math.max(0, monthsBetween(anchor, now))
  const months = guess > 0 && monthsAfter(anchor, guess) > now ? guess - 1 : guess
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) }
}

export function monthsAfter(anchor: Date, months: number): Date {
  const firstOfMonth = new Date(anchor)
  firstOfMonth.setUTCDate(1)
  firstOfMonth.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(firstOfMonth.getUTCFullYear(), firstOfMonth.getUTCMonth() + 1, 0)).getUTCDate()
  firstOfMonth.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return firstOfMonth
}

/** Calendar months from one moment to another; the day does not count. */
export function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}
