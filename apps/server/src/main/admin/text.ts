/** An answer for people: a line per field, a table per list. */
export function textOf(data: unknown): string {
  if (Array.isArray(data)) return tableOf(data)
  if (!isObject(data)) return cellOf(data)
  const fields = Object.entries(data)
  const plain = fields.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => `${name}\t${cellOf(value)}`)
  const lists = fields.flatMap(([name, value]) => (Array.isArray(value) ? [`\n${name}:`, tableOf(value)] : []))
  return [...plain, ...lists].join('\n')
}

function tableOf(rows: readonly unknown[]): string {
  const [first] = rows
  if (first === undefined) return '(none)'
  if (!isObject(first)) return rows.map(cellOf).join('\n')
  const names = Object.keys(first)
  const lines = rows.map((row) => names.map((name) => cellOf(isObject(row) ? row[name] : undefined)).join('\t'))
  return [names.join('\t'), ...lines].join('\n')
}

/** People choose names and user agents: a control character must not reach the terminal. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/\p{Cc}/gu, ' ')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}
