export type Store<T> = {
  get: () => T
  set: (next: T) => void
  /** Returns how to stop listening. */
  subscribe: (listener: () => void) => () => void
}

/** A value that notifies its listeners of changes. */
export function createStore<T>(initial: T): Store<T> {
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
