/** Awaited between pieces of work so that a long text does not block the event loop. */
export type Pause = () => Promise<void>

const BATCH = 30

/** Maps in order and pauses after every batch. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
  pause: Pause,
): Promise<Result[]> {
  const made: Result[] = []
  for (let from = 0; from < items.length; from += BATCH) {
    await pause()
    for (const item of items.slice(from, from + BATCH)) made.push(make(item))
  }
  return made
}
