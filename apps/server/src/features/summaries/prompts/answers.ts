import * as z from 'zod'

/** Answers longer than this are cut: a model that repeats itself must not fill the database. */
const MOST_ITEMS = 80
const MOST_NUMBERS = 6

/** Texts are cleaned and measured one by one later: one bad item does not spoil an answer. */
export const Text = z.string()

/** A list with a bad item loses that item; something that is no list is the wrong shape. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return z.array(z.unknown()).transform((items) =>
    items.slice(0, MOST_ITEMS).flatMap((one) => {
      const parsed = item.safeParse(one)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** Numbers of sentences or notes. Models also answer with ranges, texts like «[7]», or nothing at all. */
export const Numbers: z.ZodType<number[]> = z.unknown().transform((value) => {
  const all = (Array.isArray(value) ? value : [value]).flatMap(numbersOf)
  return [...new Set(all)].slice(0, MOST_NUMBERS)
})

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [value] : []
  const [, from, to] = /^\D*(\d{1,6})(?:\s*[-–—]\s*\D?(\d{1,6}))?\D*$/.exec(String(value)) ?? []
  if (from === undefined) return []
  const first = Number(from)
  const last = Math.min(Number(to ?? from), first + MOST_NUMBERS - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
}

export const Letters: z.ZodType<string[]> = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string'))
