const rules = new Intl.PluralRules('ru')

/** The three plural forms of Russian: 1 минута, 2 минуты, 5 минут. */
export type Forms = readonly [one: string, few: string, many: string]

export function pluralOf(count: number, [one, few, many]: Forms): string {
  const form = rules.select(count)
  if (form === 'one') return one
  return form === 'many' ? many : few
}

/** «5 минут» with a no-break space. */
export function countOf(count: number, forms: Forms): string {
  return `${count.toLocaleString('ru-RU')}\u00a0${pluralOf(count, forms)}`
}
