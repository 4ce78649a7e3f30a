import { parseNames, type Name } from './names.ts'
import { readData } from './talks.ts'

type Words = {
  negation: string
  /** Words that make no sense without a negation after them or near them. */
  negationNeeded: string[]
  joints: string[]
  conjunctions: string[]
  approximate: string[]
  fractions: string[]
  locative: string[]
  dative: string[]
  range: string[]
  yearWord: string
  alphabet: string
  dateGroups: string[][]
  numberGroups: string[][]
  numberStems: Record<string, number>
  numberScales: Record<string, number>
  opposites: Record<string, string>
  strangers: string[]
}

/** Russian words of the corruptions: a list of their own, independent of the check's. */
// The file is ours; a missing list fails the first bench.
export const words = JSON.parse(readData('words.json')) as Words

export const strangers: readonly Name[] = parseNames(words.strangers)
