import { listOf, remembered } from '#lib/remembered.ts'

const reviewedIn = (scriptId: string) => remembered(`reviewed:${scriptId}`, listOf)

/** The words of a file accepted in this browser. */
export function recallReviewed(scriptId: string): ReadonlySet<string> {
  return new Set(reviewedIn(scriptId).recall())
}

export function addReviewed(scriptId: string, keys: readonly string[]) {
  reviewedIn(scriptId).remember([...new Set([...recallReviewed(scriptId), ...keys])])
}
