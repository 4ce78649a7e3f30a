import type { Item } from './answers.ts'
import { keysOf, type Purpose } from './purpose.ts'

/** The object that the purpose's schema asks for. */
export function shapeOf(purpose: Purpose, items: readonly Item[], schema: unknown): object {
  if (purpose === 'read')
    return { notes: items.map(({ text, kind, numbers, who, weight }) => ({ text, kind, cites: numbers, who, weight })) }
  if (purpose === 'about') return { topics: items.map(({ text, numbers }) => ({ text, notes: numbers })) }
  if (purpose === 'summary' || purpose === 'theses') return { sections: sectionsOf(items, keysOf(schema)) }
  if (purpose === 'reword') return { items: items.map(numbered) }
  if (purpose === 'titles') return { titles: items.map(numbered) }
  if (purpose === 'answer')
    return { answer: items.map(({ text, numbers }) => ({ text, cites: numbers })), isSaid: items.length > 0 }
  return { ok: true }
}

const numbered = ({ text, numbers }: Item) => ({ id: numbers[0] ?? 0, text })

const sectionsOf = (items: readonly Item[], keys: readonly string[]) =>
  (keys.length > 0 ? keys : ['main'])
    .map((key) => ({ key, items: items.filter(({ section }) => section === key).map(statement) }))
    .filter((section) => section.items.length > 0)

const statement = ({ text, numbers, who }: Item) => ({ text, notes: numbers, who })
