import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { recheck as checkAgain } from '@doslovno/domain/evidence/recheck.ts'
import type { Verdict } from '@doslovno/domain/evidence/verdict.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryEngine } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { russian } from '#platform/language.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { isRussian, textAt } from './digest/digest.ts'
import { type Making, saveRecheck } from './repo.ts'
import { type PreparedText, prepareText } from './text/text.ts'

/** The text as it is now. `prepared`: ready to be compared with; costs a second for twelve hours, so once and if needed. */
export type CurrentText = { script: ScriptRow; sentences: readonly Sentence[]; prepared: () => Promise<PreparedText> }

export function currentText({ db }: Context, script: ScriptRow, sentences: readonly Sentence[]): CurrentText {
  let prepared: Promise<PreparedText> | undefined
  return { script, sentences, prepared: () => (prepared ??= prepareText(db, script.id, sentences)) }
}

/** Checks a complete making against the current version of its text, once per version and without a model. */
export async function recheck({ db }: Context, making: Making, now: CurrentText): Promise<Making> {
  const { textVersion: to } = now.script
  if (making.checkedVersion === to) return making
  const before = making.statements ?? []
  const after = await checks[making.engine](making, now)
  const statements = after.map((statement, at) => markFall(before[at], statement))
  const fallen = statements.filter(({ hasFallen }) => hasFallen).length
  await saveRecheck(db, making.id, { statements, fallen, from: making.checkedVersion, to })
  return { ...making, statements, fallen, checkedVersion: to }
}

type Check = (making: Making, now: CurrentText) => Promise<StoredStatement[]>

const checks: Record<SummaryEngine, Check> = {
  llm: async ({ type, statements }, { script, prepared }) => {
    const options = { areTopics: type === 'about', isForeign: !isRussian(script) }
    return checkAgain(statements ?? [], await prepared(), russian, options).statements
  },
  // Titles of chapters stay whatever a correction does to one word of them.
  extract: async ({ statements }, { sentences }) =>
    (statements ?? []).map((one) => (one.section === 'topic' ? one : checkVerbatim(one, sentences))),
}

/** Whether a sentence is still said where it was said. */
function checkVerbatim(statement: StoredStatement, sentences: readonly Sentence[]): StoredStatement {
  const isThere = lettersOf(textAt(sentences, statement.anchors)).includes(lettersOf(statement.text))
  if (isThere) return { ...statement, verdict: 'confirmed', reasons: [] }
  return { ...statement, verdict: 'unsure', reasons: [{ code: 'coverage', words: [] }] }
}

const supported: readonly Verdict[] = ['confirmed', 'linked']

/** Notes that a correction took the support of a statement away, until another gives it back. */
function markFall(before: StoredStatement | undefined, after: StoredStatement): StoredStatement {
  const { hasFallen = false, ...statement } = after
  const wasSupported = hasFallen || (before !== undefined && supported.includes(before.verdict))
  return wasSupported && !supported.includes(after.verdict) ? { ...statement, hasFallen: true } : statement
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
