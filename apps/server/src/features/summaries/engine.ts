import type { ChapterView } from '@doslovno/contract/summaries.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryLack } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import type { NewItem } from './digest/repo.ts'
import type { SummaryText } from './text/text.ts'

/** A summary that is written but not yet saved. */
export type Composed = {
  statements: readonly StoredStatement[]
  /** Spans of the recording that no try could read. */
  missing: readonly Span[]
  /** Undefined if those that are there are as good. */
  chapters: readonly ChapterView[] | undefined
  items: readonly NewItem[]
  /** Why there are no statements. */
  lack?: SummaryLack | null
  /** Parts that replace those of an earlier summary of this version; none by default. */
  replaces?: 'items' | 'chaptersAndItems'
}

/** A way to write summaries. */
export type Engine = {
  /** Opens or joins the reading that the summary waits for; null if it needs none. */
  open(tx: Tx, ctx: Context, script: ScriptRow): Promise<string | null>
  /** Undefined if another reading has to come first; its end enqueues the writing again. */
  compose(ctx: Context, summary: SummaryRow, text: SummaryText, signal: AbortSignal): Promise<Composed | undefined>
}
