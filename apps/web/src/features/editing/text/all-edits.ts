import type { listEdits } from '@doslovno/contract/editing.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'

type Edits = Reply<typeof listEdits>

/** Follows the pages; the version is that of the last one. */
export async function allEdits(page: (after: number) => Promise<Edits>, after: number): Promise<Edits> {
  const first = await page(after)
  if (first.next === undefined) return first
  const { version, operations } = await allEdits(page, first.next)
  return { version, operations: [...first.operations, ...operations] }
}
