/** A name with its forms in six cases. Names of one `kind` share gender and declension. */
export type Name = { kind: string; forms: readonly string[] }

/** Reads `kind|stem|ending,…` or `kind|stem|=form,…`. */
export function parseNames(lines: readonly string[]): Name[] {
  return lines.map((line) => {
    const [kind = '', stem = '', endings = ''] = line.split('|')
    const forms = endings.startsWith('=') ? endings.slice(1).split(',') : endings.split(',').map((end) => stem + end)
    return { kind, forms }
  })
}
