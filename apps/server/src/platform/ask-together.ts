/** Callers who ask within these milliseconds share one statement. */
const WINDOW_MS = 5

/**
 * Turns many single questions into few statements: ten thousand pages that return at once ask a few times, not ten
 * thousand. `load` gets each key once; a key that it does not return is undefined.
 */
export function askTogether<V>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let open: { keys: Set<string>; answers: Promise<ReadonlyMap<string, V>> } | undefined

  const openBatch = () => {
    const keys = new Set<string>()
    const answers = new Promise<void>((resolve) => setTimeout(resolve, WINDOW_MS)).then(() => {
      open = undefined
      return load([...keys])
    })
    return { keys, answers }
  }

  return async (key) => {
    open ??= openBatch()
    open.keys.add(key)
    return (await open.answers).get(key)
  }
}
