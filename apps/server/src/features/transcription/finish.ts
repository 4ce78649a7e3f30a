import { isMuchUnheard, joinUnheard } from '@doslovno/domain/process/unheard.ts'
import { completedStatus, type Flaw } from '@doslovno/domain/script/status.ts'
import { secondsOf, type Span } from '@doslovno/domain/span.ts'
import { assignWords } from '@doslovno/domain/speakers/assign-words.ts'
import { overlapping } from '@doslovno/domain/speech/coverage.ts'
import { toSegments } from '@doslovno/domain/transcript/segments.ts'
import { correctSpeech } from '@doslovno/domain/vocabulary/correct.ts'
import type { Speech } from '@doslovno/domain/vocabulary/find-terms.ts'

import type { Context } from '#context.ts'
import { settleSeconds } from '#features/billing/index.ts'
import { updateScript } from '#features/scripts/index.ts'
import { openSummaries } from '#features/summaries/index.ts'
import { saveTranscript } from '#features/transcripts/index.ts'
import { countUses } from '#features/vocabulary/index.ts'
import type { Db } from '#platform/db.ts'
import type { AppliedVocabulary, ProcessRow } from '#platform/tables.ts'
import { isTransient } from '#platform/transient.ts'

import { transcriptionCompleted } from './events.ts'
import { samplesKey } from './keys.ts'
import { completeProcess, findProcess, NO_WISHES, noteVocabulary } from './process-repo.ts'
import { knownTurns } from './progress.ts'
import { failedSpans, unheardSpeech, wordsFrom } from './tasks/repo.ts'
import { loadVocabulary, pause } from './vocabulary/load.ts'

/** The speaker of a text without diarisation. */
const ONLY_SPEAKER = 0

/** Joins the results of all tasks into the text of the script, puts terms right, and deletes the samples. */
export async function finishProcess(ctx: Context, processId: string): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  const { scriptId, userId, secondsTotal } = process
  const { unheard, flaws, ...speech } = await joinResults(ctx.db, process)
  const { words, speakers, uses, vocabulary } = await correctWords(ctx, process, speech)
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    if (!(await completeProcess(tx, processId, now, flaws[0] ?? null))) return
    await settleSeconds(tx, processId, Math.ceil(secondsTotal - secondsOf(unheard)), now)
    await saveTranscript(tx, { scriptId, userId }, toSegments(words, speakers))
    await noteVocabulary(tx, processId, vocabulary)
    await countUses(tx, userId, uses)
    const { mediaType } = process
    await updateScript(tx, scriptId, { status: completedStatus(flaws), flaws, failureCode: null, unheard, mediaType })
    await openSummaries(tx, ctx, process)
    await ctx.announce(tx, transcriptionCompleted, { scriptId })
  })
  await ctx.storage.remove(samplesKey(processId))
}

type Joined = Speech & { unheard: Span[]; flaws: Flaw[] }

/** Words of all chunks, each with its speaker where diarisation succeeded, and what the text lacks. */
async function joinResults(db: Db, process: ProcessRow): Promise<Joined> {
  const words = (await wordsFrom(db, process.id, 0)).flatMap((chunk) => chunk.words)
  const { turns, isWhole } = await knownTurns(db, process)
  const failed = await failedSpans(db, process.id)
  const missed = spokenBy(turns, await unheardSpeech(db, process.id))
  const isPartMissing = failed.length > 0 || isMuchUnheard(missed, secondsOf(words))
  return {
    words,
    speakers: turns.length > 0 ? assignWords(words, turns) : ONLY_SPEAKER,
    unheard: joinUnheard([...failed, ...missed]),
    // A missing part of the text matters more than missing speakers.
    flaws: [...(isPartMissing ? ['partUnheard' as const] : []), ...(isWhole ? [] : ['speakersFailed' as const])],
  }
}

/** Unheard speech that the diariser heard too, if there are turns: it tells voices from music better. */
function spokenBy(turns: readonly Span[], unheard: readonly Span[]): Span[] {
  return turns.length === 0 ? [...unheard] : unheard.filter((span) => overlapping(turns, span).length > 0)
}

type Corrected = Speech & { uses: ReadonlyMap<string, number>; vocabulary: AppliedVocabulary }

/** Puts terms right in recognised Russian, unless its owner switched that off. If it fails, the text stays as heard. */
async function correctWords({ db, log }: Context, process: ProcessRow, speech: Speech): Promise<Corrected> {
  const { asked } = process.vocabulary ?? { asked: NO_WISHES }
  const asHeard = { ...speech, uses: new Map<string, number>(), vocabulary: { asked, applied: [] } }
  if (!asked || process.language !== 'ru') return asHeard
  try {
    const loaded = await loadVocabulary(db, process.userId, asked)
    if (!loaded) return asHeard
    const corrected = await correctSpeech(speech, loaded.vocabulary, pause)
    return { ...corrected, vocabulary: { asked, applied: loaded.applied } }
  } catch (error) {
    if (isTransient(error)) throw error
    log.error({ err: error, processId: process.id }, 'the vocabulary was not applied, the text stays as heard')
    return asHeard
  }
}
