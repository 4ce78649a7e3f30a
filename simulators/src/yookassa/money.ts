/** "990.00" as kopecks. */
export const kopecksOf = (value: string): number => Number(value.replace('.', ''))

/** Kopecks as the API writes them. */
export const amountOf = (kopecks: number) => ({
  value: `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`,
  currency: 'RUB',
})
