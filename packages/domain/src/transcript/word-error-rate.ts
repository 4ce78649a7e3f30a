import { plainForm, plainWords } from './plain-words.ts'

/** Words to replace, insert or delete, divided by the words of the reference. */
export function wordErrorRate(reference: string, hypothesis: string): number {
  const wanted = plainWords(plainForm(reference))
  const heard = plainWords(plainForm(hypothesis))
  if (wanted.length === 0) return heard.length === 0 ? 0 : 1
  return editDistance(wanted, heard) / wanted.length
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, word] of from.entries()) {
    const next = [index + 1]
    for (const [column, other] of to.entries()) {
      const replaced = (row[column] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
