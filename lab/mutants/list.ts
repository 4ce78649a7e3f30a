import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

/** A fault: `replace` instead of `find` in a file breaks what a requirement promises. */
export type Mutant = {
  id: string
  file: string
  find: string
  replace: string
  /** The reason why no test notices it. */
  survives?: string
}

const LIST = resolve(import.meta.dirname, 'list.jsonl')

/** The committed list, one mutant a line: `["ID", "file", "find", "replace"]`, with the reason of a survivor. */
export function readMutants(text = readFileSync(LIST, 'utf8')): Mutant[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id, file, find, replace, survives] = JSON.parse(line) as [string, string, string, string, string?] // the list is ours
      return { id, file, find, replace, ...(survives && { survives }) }
    })
}

/** The file with the fault; throws unless its text is there exactly once. */
export function mutate(text: string, { id, file, find, replace }: Mutant): string {
  const times = text.split(find).length - 1
  if (times !== 1 || find === replace) throw new Error(`${id}: ${file} has ${times} times: ${find}`)
  // A function, because `$` has a meaning in a text.
  return text.replace(find, () => replace)
}

/** The lines of a list that do not fit the code, and why. */
export function flawsOf(mutants: readonly Mutant[], root = projectRoot): string[] {
  return mutants.flatMap((mutant) => {
    try {
      mutate(readFileSync(resolve(root, mutant.file), 'utf8'), mutant)
      return []
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  })
}

/** Matches titles that name a requirement. */
export const namesId = (id: string) => new RegExp(String.raw`\[[^\]]*\b${id}\b[^\]]*\]`)
