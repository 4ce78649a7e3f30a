import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'

export const MOST_CHARACTERS = 5
const MOST_MINUTES = 99_999
const FREE_BLOCK = 30

/** The free tariff sells extra minutes in blocks. */
export function stepOf(tariffId: number): number {
  return tariffId === FREE_TARIFF_ID ? FREE_BLOCK : 1
}

/** The minutes to buy: rounded up to a block, not below zero. Undefined if the text is no whole number. */
export function minutesIn(text: string, step: number): number | undefined {
  const typed = text.trim()
  return /^(-?\d+)?$/.test(typed) ? fit(Number(typed), step) : undefined
}

export function isFraction(text: string): boolean {
  return /^-?\d+[.,]\d*$/.test(text.trim())
}

/** The next count up or down from a text; a text that is no whole number counts as zero. */
export function stepped(text: string, step: number, direction: 1 | -1): number {
  return fit((minutesIn(text, step) ?? 0) + direction * step, step)
}

function fit(minutes: number, step: number): number {
  const most = Math.floor(MOST_MINUTES / step)
  return step * Math.min(most, Math.max(0, Math.ceil(minutes / step)))
}
