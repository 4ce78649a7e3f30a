import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import { prepareInTurns } from '@doslovno/domain/evidence/prepare.ts'
import type { Spoken } from '@doslovno/domain/evidence/recheck.ts'

import { speakerNames } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'
import { russian } from '#platform/language.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** A text ready to be compared with statements, and the names that its owner gave to speakers. */
export type PreparedText = Required<Spoken>

/** Takes a second for a text of twelve hours; other work runs in between. */
export async function prepareText(db: Db, scriptId: string, sentences: readonly Sentence[]): Promise<PreparedText> {
  const named = await speakerNames(db, scriptId)
  const names = new Map(named.map(({ speakerId, name }) => [speakerId, name]))
  const evidence = await prepareInTurns({ sentences, speakerNames: names, pause: () => yieldTurn() }, russian)
  return { sentences, speakerNames: names, evidence }
}

/** Only Russian is compared by words; in other languages citations and numbers alone are checked. */
export function isRussian({ language }: Pick<ScriptRow, 'language'>): boolean {
  return (language ?? 'ru') === 'ru'
}
