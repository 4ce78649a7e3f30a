import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { Digest } from '@doslovno/domain/digest/digest.ts'
import { isUnderstood } from '@doslovno/domain/digest/quotable.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { prepareInTurns } from '@doslovno/domain/evidence/prepare.ts'
import type { Spoken } from '@doslovno/domain/evidence/recheck.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryEngine, SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'
import { recordingText, sectionTitles, topicsText, UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'

import { scriptById } from '#features/scripts/index.ts'
import { digestOf, languageOf } from '#features/summaries/digest/digest.ts'
import { listDoubts, listSentences, speakerNames } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'
import { russian } from '#platform/language.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** The text that a summary is written from. */
export type SummaryText = { script: ScriptRow; sentences: readonly Sentence[] }

export type DigestedText = SummaryText & { digest: Digest }

/** Script and sentences as of one moment; undefined if the script or its text is gone. */
export function loadText(db: Db, scriptId: string): Promise<SummaryText | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const script = await scriptById(tx, scriptId)
      if (!script || script.expiredAt) return undefined
      const [sentences, doubts] = [await listSentences(tx, scriptId), await listDoubts(tx, scriptId)]
      return { script, sentences: sentences.map((sentence, at) => ({ ...sentence, isDoubtful: doubts[at] ?? false })) }
    })
}

/** Takes seconds for a text of many hours. */
export async function digestText(text: SummaryText, signal: AbortSignal): Promise<DigestedText> {
  return { ...text, digest: await digestOf(text.sentences, languageOf(text.script), signal) }
}

/** The measures of a text that decide which engine writes its summary. */
export type TextMeasure = { words: number; isUnderstood: boolean }

export async function measureText(db: Db, script: ScriptRow): Promise<TextMeasure> {
  const sentences = await listSentences(db, script.id)
  const words = sentences.reduce((sum, { text }) => sum + text.split(/\s+/u).filter(Boolean).length, 0)
  return { words, isUnderstood: isUnderstood(sentences, languageOf(script).isKnown) }
}

/** A text ready to be compared with statements, and the names that its owner gave to speakers. */
export type PreparedText = Required<Spoken>

/** Takes a second for a text of twelve hours; other work runs in between. */
export async function prepareText(db: Db, scriptId: string, sentences: readonly Sentence[]): Promise<PreparedText> {
  const named = await speakerNames(db, scriptId)
  const names = new Map(named.map(({ speakerId, name }) => [speakerId, name]))
  const evidence = await prepareInTurns({ sentences, speakerNames: names, pause: () => yieldTurn() }, russian)
  return { sentences, speakerNames: names, evidence }
}

/** Names the text of a script together with its version. Every text comes from a process. */
export function textIdOf({ id, processId }: Pick<ScriptRow, 'id' | 'processId'>): string {
  return processId ?? id
}

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
