import type { ReviewItem } from './review-queue.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (scriptId: string) => `reviewed:${scriptId}`

/** The words of a file accepted in this browser. */
export function recallReviewed(memory: Memory, scriptId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(scriptId)) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.map(String) : [])
  } catch {
    return new Set()
  }
}

export function rememberReviewed(memory: Memory, scriptId: string, keys: ReviewItem['keys']) {
  const all = [...new Set([...recallReviewed(memory, scriptId), ...keys])]
  memory.setItem(keyOf(scriptId), JSON.stringify(all))
}
