/** Works on all items, at most `width` at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  const queue = [...items]
  const run = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, queue.length) }, run))
}
