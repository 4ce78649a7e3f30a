/** Purposes of calls, as the product names them. */
export const purposes = ['probe', 'read', 'about', 'summary', 'theses', 'reword', 'titles', 'answer', 'other'] as const
export type Purpose = (typeof purposes)[number]

/** A JSON Schema with the name that it is sent under. */
export type NamedSchema = { name: string; schema: unknown }

const byName: Record<string, Purpose> = {
  probe: 'probe',
  notes: 'read',
  topics: 'about',
  sections: 'summary',
  items: 'reword',
  titles: 'titles',
  answer: 'answer',
}

/** Theses and summaries share one schema; its keys tell them apart. */
export function purposeOf(named: NamedSchema | undefined): Purpose {
  const purpose = byName[named?.name ?? ''] ?? 'other'
  return purpose === 'summary' && keysOf(named?.schema).includes('theses') ? 'theses' : purpose
}

/** The sections that a schema allows. */
export function keysOf(schema: unknown): string[] {
  const key = ['properties', 'sections', 'items', 'properties', 'key', 'enum'].reduce<unknown>(fieldOf, schema)
  return Array.isArray(key) ? key.map(String) : []
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
