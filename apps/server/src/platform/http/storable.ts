/** PostgreSQL refuses NUL in any text, and half of a surrogate pair in JSON. Call it on validated, so shallow, values. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}
