import type { ActionItem, Statement, Summary } from '@doslovno/contract/summaries.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { canChooseTemplate, canMake, type SummaryRights } from '@doslovno/domain/summary/making.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { ActionItemRow, ScriptRow } from '#platform/tables.ts'

import { momentsAt } from './digest/digest.ts'
import type { Making } from './repo.ts'
import { plainText } from './text/text.ts'

/** The newest making of one type, and the newest complete one, which is shown. */
export type Makings = { type: SummaryType; newest: Making | undefined; shown: Making | undefined }

/** The text that evidence is cut from. */
export type Page = { script: ScriptRow; sentences: readonly Sentence[] }

export function summaryView({ type, newest, shown }: Makings, page: Page, rights: SummaryRights): Summary {
  const status = newest?.status ?? 'missing'
  const fallen = shown?.fallen ?? 0
  const all = shown?.statements ?? []
  const kept = all.filter(({ verdict }) => verdict !== 'dropped')
  const text = shown ? plainText({ type, engine: shown.engine }, page.script, kept) : ''
  return {
    id: newest?.id ?? null,
    type,
    status,
    progress: newest?.progress ?? 0,
    ...readingOf(newest),
    text,
    content: type === 'theses' ? kept.map((one) => ({ start: startOf(one), text: one.text })) : text,
    statements: (rights.isOwner ? all : kept).map((one) => statementView(one, page.sentences)),
    checked: {
      confirmed: kept.filter(({ verdict }) => verdict === 'confirmed').length,
      total: kept.length,
      dropped: rights.isOwner ? all.length - kept.length : 0,
    },
    missing: shown?.missing ?? [],
    engine: (shown ?? newest)?.engine ?? 'extract',
    ...(shown?.lack && { lack: shown.lack }),
    isStale: isStale(shown, page.script),
    fallen,
    canMake: isCompleted(page.script.status) && canMake({ status, isStale: isStale(shown, page.script) }, rights),
    canChooseTemplate: canChooseTemplate(rights),
    templateId: (shown ?? newest)?.templateId ?? null,
    madeAt: shown?.finishedAt?.toISOString() ?? null,
  }
}

/** Corrections took the support of a statement, or may have given the text what it lacked. */
export function isStale(shown: Making | undefined, { textVersion }: ScriptRow): boolean {
  if (!shown) return false
  return shown.fallen > 0 || (shown.lack !== null && shown.textVersion !== textVersion)
}

function readingOf(newest: Making | undefined): Pick<Summary, 'reading'> {
  if (newest?.status !== 'process' || newest.partsTotal === null) return {}
  return { reading: { done: newest.partsDone ?? 0, total: newest.partsTotal } }
}

export function statementView(statement: StoredStatement, sentences: readonly Sentence[]): Statement {
  const { text, verdict, reasons, who, section, anchors } = statement
  return {
    text,
    start: startOf(statement),
    check: verdict,
    reasons: reasons.map(({ code, words }) => ({ code, words: [...words] })),
    who: [...who],
    section,
    evidence: momentsAt(sentences, anchors),
  }
}

function startOf({ anchors }: StoredStatement): number {
  return anchors[0]?.start ?? 0
}

export function itemView(item: ActionItemRow): ActionItem {
  const { id, kind, text, startSeconds, endSeconds, who, dueText, dueDate, verdict, doneAt } = item
  return {
    id,
    kind,
    text,
    start: startSeconds,
    end: endSeconds,
    who,
    due: dueText === null ? null : { text: dueText, date: dueDate },
    check: verdict,
    isDone: doneAt !== null,
  }
}
