export type Observed<T> = {
  get: () => T
  set: (next: T) => void
  /** Returns how to stop listening. */
  subscribe: (listener: () => void) => () => void
}

/** A value that tells its listeners when it changes. */
export function observed<T>(initial: T): Observed<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
