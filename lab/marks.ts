/** One requirement on the behaviour under a fault, and what was seen. */
export type Mark = {
  expected: string
  seen: string
  isMet: boolean
  /** A limit on time: the short form, which runs beside other work, only reports it. */
  isTimed?: boolean
}

export const isShort = process.argv.includes('--short')
