import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryEngine, SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'
import { recordingText, sectionTitles, topicsText, UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'

import type { ScriptRow } from '#platform/tables.ts'

/** Lines of these sections stand without a heading. */
const untitled: readonly SummarySection[] = ['main', 'theses']

/** A whole summary as plain text. */
export function plainText(
  { type, engine }: { type: SummaryType; engine: SummaryEngine },
  script: ScriptRow,
  statements: readonly StoredStatement[],
): string {
  if (type === 'about') return aboutText(engine, script, statements)
  const sections = Map.groupBy(statements, ({ section }) => section)
  return [...sections].map(([section, said]) => sectionText(section, said)).join('\n\n')
}

/** Without a model its own sentence comes first, then what the recording says, each on a line. */
function aboutText(engine: SummaryEngine, script: ScriptRow, statements: readonly StoredStatement[]): string {
  const { mediaType, speakers, durationSeconds, processedSeconds } = script
  const seconds = processedSeconds ?? durationSeconds ?? 0
  const recording = recordingText({ mediaType, speakers: speakers ?? 1, seconds })
  const texts = statements.map(({ text }) => text)
  if (engine === 'llm') return `${recording} ${topicsText(texts)}`.trim()
  return [recording, texts.join('\n')].filter(Boolean).join('\n\n')
}

function sectionText(section: SummarySection, statements: readonly StoredStatement[]): string {
  const lines = statements.map(({ text, verdict }) => (verdict === 'unsure' ? `${text} ${UNCONFIRMED}` : text))
  return [...(untitled.includes(section) ? [] : [sectionTitles[section]]), ...lines].join('\n')
}
