import type { ChapterView, Statement } from '@doslovno/contract/summaries.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { quoteText } from '@doslovno/texts/summaries/summaries.ts'

import type { Context } from '#context.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { chaptersOf } from './digest/repo.ts'
import { checked, ofType } from './read.ts'
import { currentText } from './recheck.ts'
import { type Making, makingsOf } from './repo.ts'
import { plainText } from './text/text.ts'
import { statementView } from './view.ts'

/** `about` and `main` hold confirmed statements only; the rest is for attached files, which mark doubts. */
export type MailedSummary = { about: string; main: string[]; statements: Statement[]; chapters: ChapterView[] }

const MOST_STATEMENTS = 5

/** The summary's parts of a mail; empty where no summary was made. */
export async function summaryForMail(
  ctx: Context,
  script: ScriptRow,
  sentences: readonly Sentence[],
): Promise<MailedSummary> {
  const makings = await makingsOf(ctx.db, script.id)
  const page = currentText(ctx, script, sentences)
  const { shown: about } = await checked(ctx, ofType(makings, 'about'), page)
  const { shown: summary } = await checked(ctx, ofType(makings, 'summary'), page)
  return {
    about: about ? aboutText(about, script) : '',
    main: mainOf(summary),
    statements: (summary?.statements ?? []).map((statement) => statementView(statement, sentences)),
    chapters: await chaptersOf(ctx.db, script.id),
  }
}

function aboutText(about: Making, script: ScriptRow): string {
  const confirmed = confirmedOf(about)
  const text = confirmed.length > 0 ? plainText({ type: 'about', engine: about.engine }, script, confirmed) : ''
  // Quotes stand in the list below.
  return about.engine === 'llm' ? text : (text.split('\n', 1)[0] ?? '')
}

function mainOf(summary: Making | undefined): string[] {
  const texts = confirmedOf(summary)
    .slice(0, MOST_STATEMENTS)
    .map(({ text }) => text)
  return summary?.engine === 'extract' ? texts.map(quoteText) : texts
}

function confirmedOf(making: Making | undefined) {
  return (making?.statements ?? []).filter(({ verdict }) => verdict === 'confirmed')
}
