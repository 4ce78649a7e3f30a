/** A line of a list of terms, numbered from 1 on. */
export type ListedTerm = { line: number; text: string; saidAs: string[] }

const BOM = '\uFEFF'

/** Reads a term per line, or CSV: after the first `;` or tab, other ways to say it, parted by `;`, tabs or commas. */
export function readTermList(text: string): ListedTerm[] {
  return text
    .replace(BOM, '')
    .split(/\r\n|\n|\r/u)
    .map((line, at) => ({ line: at + 1, cells: line.split(/[;\t]/u).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells: [first = '', ...others] }) => ({
      line,
      text: first,
      saidAs: others.flatMap((cell) => cell.split(',')).map((said) => said.trim()).filter(Boolean), // prettier-ignore
    }))
}

/** Terms have none of the characters that CSV would have to quote. */
export function writeTermList(
  terms: readonly { text: string; saidAs: readonly string[] }[],
  format: 'csv' | 'text',
): string {
  const lines = terms.map(({ text, saidAs }) =>
    format === 'csv' && saidAs.length > 0 ? `${text};${saidAs.join(', ')}` : text,
  )
  return lines.map((line) => `${line}\n`).join('')
}

function unquoted(cell: string): string {
  const trimmed = cell.trim()
  return /^".*"$/su.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed
}
