import type { Verdict } from '@doslovno/domain/evidence/verdict.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryEngine, SummaryLack, SummaryType } from '@doslovno/domain/summary/types.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type Readings = {
  id: string
  scriptId: string
  processId: string
  textVersion: number
  model: string
  recipe: number
  status: Generated<'process' | 'complete' | 'error'>
  partsTotal: number
  partsDone: Generated<number>
  budgetTokens: number
  errorCode: string | null
  createdAt: Date
  finishedAt: Date | null
}

export type ReadingParts = {
  readingId: string
  index: number
  fromSentence: number
  toSentence: number
  startSeconds: number
  endSeconds: number
  key: Buffer
  state: Generated<'ready' | 'queued' | 'done' | 'failed'>
  attempts: Generated<number>
  failures: Generated<number>
  notes: ColumnType<unknown, string | null | undefined, string | null>
}

export type Summaries = {
  id: string
  scriptId: string
  type: SummaryType
  status: Generated<'process' | 'complete' | 'error'>
  askedBy: string
  templateId: number | null
  engine: SummaryEngine
  readingId: string | null
  processId: string
  textVersion: number
  statements: ColumnType<StoredStatement[] | null, string | null | undefined, string | null>
  missing: ColumnType<Span[], string | undefined, string>
  checkedProcessId: string | null
  checkedVersion: number | null
  fallen: Generated<number>
  progress: Generated<number>
  /** Of a complete one without statements: why it has none. */
  lack: SummaryLack | null
  errorCode: string | null
  isLost: Generated<boolean>
  retries: Generated<number>
  retryAt: Date | null
  createdAt: Date
  finishedAt: Date | null
}

export type Chapters = {
  scriptId: string
  index: number
  processId: string
  textVersion: number
  startSeconds: number
  title: string
}

export type ActionItems = {
  id: string
  scriptId: string
  index: number
  kind: 'task' | 'decision' | 'candidate'
  text: string
  startSeconds: number
  endSeconds: number
  who: Generated<number[]>
  dueText: string | null
  dueDate: ColumnType<string | null, string | null, string | null>
  verdict: Verdict
  doneAt: Date | null
}

export type Digests = { scriptId: string; processId: string; textVersion: number; madeAt: Date }

export type LlmCalls = {
  id: string
  at: Date
  userId: string
  scriptId: string
  readingId: string | null
  summaryId: string | null
  purpose: string
  model: string
  state: 'sent' | 'done' | 'failed'
  reservedTokens: number
  promptTokens: number | null
  completionTokens: number | null
  isEstimated: Generated<boolean>
  costKopecks: number | null
  outcome: string | null
  seconds: number | null
}

export type ThesesUses = { summaryId: string; userId: string; at: Date; returnedAt: Date | null }

export type ReadingRow = Selectable<Readings>
export type ReadingPartRow = Selectable<ReadingParts>
export type SummaryRow = Selectable<Summaries>
export type ActionItemRow = Selectable<ActionItems>
