import type { Sentence } from '#digest/read-sentence.ts'
import type { Language } from '#language/language.ts'
import { isTaskSection, type StoredStatement } from '#summary/statement.ts'

import { type CheckOptions, checkStatement } from './check-statement.ts'
import { checkTopic } from './check-topic.ts'
import { type Evidence, prepareEvidence } from './prepare.ts'

/** A transcript as it is now. `evidence`: prepared from it already. */
export type Spoken = {
  sentences: readonly Sentence[]
  speakerNames: ReadonlyMap<number, string>
  evidence?: Evidence
}

/** `areTopics`: the statements are topics of the recording. */
export type RecheckOptions = CheckOptions & { areTopics?: boolean }

/** `fallen`: statements that were confirmed and are not any more. */
export type Rechecked = { statements: StoredStatement[]; fallen: number }

/** Checks stored statements again after the text was corrected. Finds their sentences by time. */
export function recheck(
  stored: readonly StoredStatement[],
  spoken: Spoken,
  language: Language,
  options: RecheckOptions = {},
): Rechecked {
  const { sentences, speakerNames } = spoken
  const evidence = spoken.evidence ?? prepareEvidence(sentences, speakerNames, language)
  const statements = stored.map((statement) => checkAgain(statement, { sentences, evidence, language, options }))
  const hasFallen = (now: StoredStatement, n: number) =>
    stored[n]?.verdict === 'confirmed' && now.verdict !== 'confirmed'
  return { statements, fallen: statements.filter(hasFallen).length }
}

type Now = { sentences: readonly Sentence[]; evidence: Evidence; language: Language; options: RecheckOptions }

/** A statement that never had a moment in the recording keeps its verdict; one that lost it keeps the moment. */
function checkAgain(statement: StoredStatement, { sentences, evidence, language, options }: Now): StoredStatement {
  if (statement.anchors.length === 0) return statement
  const isTask = isTaskSection(statement.section)
  const claim = { ...statement, isTask, cites: statement.anchors.flatMap((moment) => sentencesAt(moment, sentences)) }
  const check = (options.areTopics ? checkTopic : checkStatement)(claim, evidence, language, options)
  const moments = check.anchors.map((index) => sentences[index]).filter((sentence) => sentence !== undefined)
  return {
    ...statement,
    verdict: check.verdict,
    reasons: check.reasons,
    anchors: moments.length > 0 ? moments.map(({ start, end }) => ({ start, end })) : statement.anchors,
  }
}

/** Corrections split and join sentences: one that shares half of the shorter of the two spans is the same. */
const SHARED = 0.5

function sentencesAt(moment: { start: number; end: number }, sentences: readonly Sentence[]): number[] {
  return sentences.flatMap(({ start, end }, index) => {
    const shared = Math.min(end, moment.end) - Math.max(start, moment.start)
    const shorter = Math.min(end - start, moment.end - moment.start)
    return start === moment.start || (shared > 0 && shared >= SHARED * shorter) ? [index] : []
  })
}
