import { plainForm, plainWords } from './words.ts'

/** Words to replace, insert or delete, divided by the words of the reference. */
export function wordErrorRate(reference: string, hypothesis: string): number {
  const wanted = plainWords(plainForm(reference))
  const heard = plainWords(plainForm(hypothesis))
  if (wanted.length === 0) return heard.length === 0 ? 0 : 1
  return totalOf(editsBetween(wanted, heard)) / wanted.length
}

/** Words replaced, inserted and deleted by a recogniser. */
export type WordErrors = { replaced: number; inserted: number; deleted: number }

/** The fewest changes that turn the reference into the hypothesis. */
export function wordErrors(reference: string, hypothesis: string): WordErrors & { words: number } {
  const wanted = plainWords(plainForm(reference))
  return { ...editsBetween(wanted, plainWords(plainForm(hypothesis))), words: wanted.length }
}

const totalOf = ({ replaced, inserted, deleted }: WordErrors) => replaced + inserted + deleted

function editsBetween(from: readonly string[], to: readonly string[]): WordErrors {
  const none = { replaced: 0, inserted: 0, deleted: 0 }
  let row: WordErrors[] = Array.from({ length: to.length + 1 }, (_, inserted) => ({ ...none, inserted }))
  for (const [index, word] of from.entries()) {
    const next: WordErrors[] = [{ ...none, deleted: index + 1 }]
    for (const [column, other] of to.entries()) {
      const [diagonal, above, left] = [row[column] ?? none, row[column + 1] ?? none, next[column] ?? none]
      next.push(
        fewest(
          word === other ? diagonal : { ...diagonal, replaced: diagonal.replaced + 1 },
          { ...above, deleted: above.deleted + 1 },
          { ...left, inserted: left.inserted + 1 },
        ),
      )
    }
    row = next
  }
  return row.at(-1) ?? none
}

function fewest(...edits: [WordErrors, ...WordErrors[]]): WordErrors {
  return edits.reduce((best, one) => (totalOf(one) < totalOf(best) ? one : best))
}
