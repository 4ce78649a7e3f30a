/** A value that this browser keeps. */
export type Remembered<T> = { recall: () => T; remember: (value: T) => void }

/** `read` gets what is stored, which any version may have written; null at first. `write` forgets by null. */
export function remembered<T>(
  key: string,
  read: (stored: string | null) => T,
  write: (value: T) => string | null = JSON.stringify,
): Remembered<T> {
  return {
    recall: () => read(localStorage.getItem(key)),
    remember: (value) => {
      const stored = write(value)
      if (stored === null) localStorage.removeItem(key)
      else localStorage.setItem(key, stored)
    },
  }
}

/** Reads one of some values. */
export function oneOf<T>(values: readonly T[], standard: T): (stored: string | null) => T {
  return (stored) => values.find((value) => String(value) === stored) ?? standard
}

/** Reads a list of strings. */
export function listOf(stored: string | null): readonly string[] {
  const kept = parsed(stored)
  return Array.isArray(kept) ? kept.map(String) : []
}

/** Reads an object by its fields; anything else has none. */
export function fieldsOf(stored: string | null): Readonly<Record<string, unknown>> {
  const kept = parsed(stored)
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return undefined
  }
}
