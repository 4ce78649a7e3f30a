import { type Case, type Finding, rawsOf, unsure } from '#evidence/case.ts'
import { holdsName, isSameName } from '#evidence/names.ts'
import { hasCapital, type Heard, runsOf } from '#evidence/read.ts'
import type { ContentWord } from '#language/content-words.ts'

type Run = readonly ContentWord[]

/** Rule 4, of names that belong together: «Pavel London» is wrong where «Pavel Tretyakov» was said. */
export function checkFullNames(matter: Case): Finding[] {
  const { claim, near } = matter
  const runs = runsOf(claim.names).filter((run) => run.length > 1)
  const mixed = runs.filter((run) => isMixed(run, spokenRuns(near.sentences), matter) && !isNamedSo(run, matter))
  return mixed.map((run) => unsure('name', rawsOf(run)))
}

const spokenRuns = (sentences: readonly Heard[]) =>
  sentences.flatMap(({ words }) => runsOf(words.filter(({ raw }) => hasCapital(raw))))

/** Whether a speaker has the whole name, or it was said elsewhere. */
function isNamedSo(run: Run, matter: Case): boolean {
  const { speakers, sentences } = matter.evidence
  const isHeld = (name: readonly string[]) => run.every(({ stem }) => holdsName(name, stem, matter.language))
  return [...speakers.values()].some(isHeld) || spokenRuns(sentences).some((said) => holds(said, run, matter))
}

/** One of the names is said near beside another name, and no run near holds them all. */
function isMixed(run: Run, spoken: readonly Run[], matter: Case): boolean {
  if (spoken.some((said) => holds(said, run, matter))) return false
  return run.some((name) => spoken.some((said) => said.length > 1 && holds(said, [name], matter)))
}

function holds(said: Run, names: Run, { language }: Case): boolean {
  return names.every(({ stem }) => said.some((word) => isSameName(word.stem, stem, language)))
}
