import { countSpeakers, type Segment } from '@doslovno/domain/transcript/segments.ts'

import { lockScript, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'

import { forget, insertSegments } from './repo.ts'
import { rememberWords } from './words-repo.ts'

type Owner = { scriptId: string; userId: string }

/**
 * Replaces the text of a script with its edits and speaker names: in a new run a number may be another person. A script
 * that was deleted or has expired in the meantime gets no text.
 */
export async function saveTranscript(tx: Tx, owner: Owner, segments: readonly Segment[]): Promise<void> {
  const script = await lockScript(tx, owner.scriptId)
  if (!script || script.expiredAt) return
  await forget(tx, owner.scriptId)
  await updateScript(tx, owner.scriptId, { textVersion: 0, speakers: countSpeakers(segments) })
  await insertSegments(
    tx,
    owner,
    segments.map((segment, index) => ({ index, segment })),
  )
  await rememberWords(
    tx,
    owner,
    segments.map(({ text }) => text),
  )
}
