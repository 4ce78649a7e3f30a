/** The words after `pnpm bench NAME` or `pnpm proof NAME`. */
export const words = process.argv.slice(4)

/** CI runs the short form, beside other work. */
export const isShort = words.includes('--short')

/** The numbers among the words, with defaults for those left out. */
export function numbers<const Defaults extends readonly number[]>(...defaults: Defaults) {
  const given = words.filter((word) => /^\d/.test(word)).map(Number)
  return defaults.map((value, index) => given[index] ?? value) as { [Key in keyof Defaults]: number } // as many as defaults
}

/** The words among these names; all names if there is none. */
export function chosen<Name extends string>(names: readonly Name[]): Name[] {
  const named = names.filter((name) => words.includes(name))
  return named.length > 0 ? named : [...names]
}
