type Keyed = { key: string }
type Pair<S, E> = { stored?: S; expected?: E }

/** Walks two streams in the order of their keys side by side; memory stays flat however long they are. */
export async function* merge<S extends Keyed, E extends Keyed>(
  stored: AsyncGenerator<S>,
  expected: AsyncGenerator<E>,
): AsyncGenerator<Pair<S, E>> {
  let left = await stored.next()
  let right = await expected.next()
  while (!left.done || !right.done) {
    if (!left.done && (right.done || left.value.key < right.value.key)) {
      yield { stored: left.value }
      left = await stored.next()
    } else if (!right.done && (left.done || right.value.key < left.value.key)) {
      yield { expected: right.value }
      right = await expected.next()
    } else if (!left.done && !right.done) {
      yield { stored: left.value, expected: right.value }
      left = await stored.next()
      right = await expected.next()
    }
  }
}
