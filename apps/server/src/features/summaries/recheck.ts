import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'

import type { Context } from '#context.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { textAt } from './moments.ts'
import { type Making, saveRecheck } from './repo.ts'

type Checked = Pick<Making, 'statements' | 'fallen' | 'checkedVersion'>

/** Checks a complete making against the current version of its text, once per version and without a model. */
export async function recheck(
  { db }: Context,
  making: Making,
  { script, sentences }: { script: ScriptRow; sentences: readonly Sentence[] },
): Promise<Making> {
  const { textVersion: to } = script
  if (making.checkedVersion === to) return making
  const statements = (making.statements ?? []).map((statement) =>
    marked(statement, check(making, statement, sentences)),
  )
  const fallen = statements.filter(({ hasFallen }) => hasFallen).length
  await saveRecheck(db, making.id, { statements, fallen, from: making.checkedVersion, to })
  return { ...making, statements, fallen, checkedVersion: to } satisfies Checked
}

/** TODO(16): statements of a model are checked by the evidence of the domain. */
function check({ type }: Making, statement: StoredStatement, sentences: readonly Sentence[]): StoredStatement {
  if (type === 'about') return statement
  const isThere = lettersOf(textAt(sentences, statement.anchors)).includes(lettersOf(statement.text))
  if (isThere) return { ...statement, verdict: 'confirmed', reasons: [] }
  return { ...statement, verdict: 'unsure', reasons: [{ code: 'coverage', words: [] }] }
}

/** Notes whether a correction took the confirmation away. */
function marked(before: StoredStatement, after: StoredStatement): StoredStatement {
  const { hasFallen: _, ...statement } = after
  const wasConfirmed = before.verdict === 'confirmed' || before.hasFallen === true
  return wasConfirmed && after.verdict !== 'confirmed' ? { ...statement, hasFallen: true } : statement
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
