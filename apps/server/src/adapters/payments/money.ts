import * as z from 'zod'

export const Amount = z.object({ value: z.string().regex(/^\d{1,12}\.\d{2}$/), currency: z.string() })

/** Kopecks as the API writes them: "990.00". */
export function amountOf(kopecks: number) {
  const rest = String(kopecks % 100).padStart(2, '0')
  return { value: `${Math.floor(kopecks / 100)}.${rest}`, currency: 'RUB' }
}

export const kopecksOf = ({ value }: z.infer<typeof Amount>): number => Number(value.replace('.', ''))
