import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { findTerms, type Vocabulary } from '@doslovno/domain/vocabulary/find-terms.ts'
import { type DoubtfulPiece, doubtfulPieces, isReheard } from '@doslovno/domain/vocabulary/rehear.ts'

import type { SpeechContext } from '#context.ts'
import { NO_WISHES } from '#features/transcription/process-repo.ts'
import type { ProcessRow } from '#platform/tables.ts'
import { isTransient } from '#platform/transient.ts'

import { loadVocabulary, pause } from './load.ts'

type Chunk = { pcm: Uint8Array; words: readonly Word[] }
type Ears = Pick<SpeechContext, 'db' | 'log'> & { speech: Pick<SpeechContext['speech'], 'rehear'> }
type Owner = Pick<ProcessRow, 'id' | 'userId' | 'language' | 'vocabulary'>
type Rehear = NonNullable<SpeechContext['speech']['rehear']>

/** Hears pieces again in which a term is in doubt, where the engine takes hotwords. If it fails, the first words stay. */
export async function rehearTerms(
  ctx: Ears,
  process: Owner,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<readonly Word[]> {
  const { rehear } = ctx.speech
  const { asked } = process.vocabulary ?? { asked: NO_WISHES }
  if (!rehear || !asked || process.language !== 'ru') return chunk.words
  try {
    const loaded = await loadVocabulary(ctx.db, process.userId, asked)
    return loaded ? await rehearAll(rehear, loaded.vocabulary, chunk, signal) : chunk.words
  } catch (error) {
    if (signal.aborted || isTransient(error)) throw error
    ctx.log.error({ err: error, processId: process.id }, 'doubtful terms were not heard again')
    return chunk.words
  }
}

async function rehearAll(rehear: Rehear, vocabulary: Vocabulary, { pcm, words }: Chunk, signal: AbortSignal) {
  const found = await findTerms({ words, speakers: 0 }, vocabulary, pause)
  const heard: Word[] = []
  let next = 0
  for (const piece of doubtfulPieces(words, found)) {
    heard.push(...words.slice(next, piece.from), ...(await rehearPiece(rehear, { pcm, words }, piece, signal)))
    next = piece.to
  }
  return [...heard, ...words.slice(next)]
}

/** The second hearing of a piece, if it is better, else the first. */
async function rehearPiece(rehear: Rehear, { pcm, words }: Chunk, piece: DoubtfulPiece, signal: AbortSignal) {
  const terms = piece.found.map(({ form }) => form.text)
  const heard = await rehear(cut(pcm, piece), terms, signal)
  if (!isReheard(words, piece, heard)) return words.slice(piece.from, piece.to)
  return heard.map((word) => ({ ...word, start: word.start + piece.start, end: word.end + piece.start }))
}

/** Whole samples of two bytes. */
function cut(pcm: Uint8Array, { start, end }: Span): Uint8Array {
  const byteAt = (seconds: number) => 2 * Math.round((seconds * BYTES_PER_SECOND) / 2)
  return pcm.slice(byteAt(start), byteAt(end))
}
