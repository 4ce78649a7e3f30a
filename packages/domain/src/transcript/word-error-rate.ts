/** Share of words that must be replaced, added or removed to get the reference: 0 is equal, 1 is all wrong. */
export function wordErrorRate(reference: string, hypothesis: string): number {
  const wanted = plainWords(reference)
  const heard = plainWords(hypothesis)
  if (wanted.length === 0) return heard.length === 0 ? 0 : 1
  return editDistance(wanted, heard) / wanted.length
}

function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('\u0451', '\u0435')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
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
