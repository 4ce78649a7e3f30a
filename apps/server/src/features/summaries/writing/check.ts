import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { checkTopic } from '@doslovno/domain/evidence/check-topic.ts'
import { type Cleaned, cleanStatement } from '@doslovno/domain/evidence/clean-statement.ts'
import type { Check, Claim } from '@doslovno/domain/evidence/verdict.ts'

import { systemPrompt } from '#features/summaries/prompts/question.ts'
import type { PreparedText } from '#features/summaries/text/text.ts'
import { russian } from '#platform/language.ts'

/** A claim with a clean text, and what the check found. */
export type Judged = { claim: Claim; check: Check }

type Range = { from: number; to: number }

/** Cleans and checks what a model wrote about one text; undefined if it is no statement at all. */
export type Checker = {
  /** `within`: where a lost citation is looked for. */
  statement(claim: Claim, within?: Range): Judged | undefined
  topic(claim: Claim): Judged | undefined
}

/** Compares with what was said. Speakers' names are compared too; no prompt holds them. */
export function createChecker({ sentences, evidence }: PreparedText, isRussian: boolean): Checker {
  const isForeign = !isRussian
  const judge = (claim: Claim, check: (clean: Claim) => Check): Judged | undefined => {
    const cleaned = cleanedBy(claim.text, sentences)
    if (cleaned.kind === 'bad' || repeatsInstructions(cleaned.text)) return undefined
    if (isRussian && hasNoRussian(cleaned.text)) return undefined
    const clean = { ...claim, text: cleaned.text }
    if (cleaned.kind === 'address') return { claim: clean, check: { ...DROPPED, anchors: claim.cites } }
    return { claim: clean, check: check(clean) }
  }
  return {
    statement: (claim, within) =>
      judge(claim, (clean) => checkStatement(clean, evidence, russian, { isForeign, ...(within && { within }) })),
    topic: (claim) => judge(withoutStop(claim), (clean) => checkTopic(clean, evidence, russian, { isForeign })),
  }
}

const DROPPED = { verdict: 'dropped', reasons: [{ code: 'address', words: [] }] } as const

/** The whole text is joined only for a statement that holds an address. */
function cleanedBy(text: string, sentences: PreparedText['sentences']): Cleaned {
  const cleaned = cleanStatement(text, '')
  if (cleaned.kind !== 'address') return cleaned
  return cleanStatement(text, sentences.map((sentence) => sentence.text).join(' ')) // prettier-ignore
}

/** A topic stands inside a sentence, a title alone: no full stop after either. */
function withoutStop(claim: Claim): Claim {
  return { ...claim, text: claim.text.trim().replace(/[.!…]+$/u, '') }
}

/** So many words in a row are no coincidence. */
const RUN = 5

/** Whether a text repeats our own instructions, which nobody said in the recording. */
function repeatsInstructions(text: string): boolean {
  return /[⟦⟧]/.test(text) || runsOf(text).some((run) => instructions.has(run))
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(' '))
}

const instructions = new Set(runsOf(systemPrompt('')))

/** Whether a text has no Russian word at all. */
function hasNoRussian(text: string): boolean {
  return !/\p{Script=Cyrillic}/u.test(text)
}
