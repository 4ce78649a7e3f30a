import type { TermPlace, TermAnswer } from '@doslovno/contract/script-vocabulary.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { findChanges, type TermChange } from '@doslovno/domain/vocabulary/correct.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { findProcess, NO_WISHES } from '#features/transcription/process-repo.ts'
import { listSegments } from '#features/transcripts/index.ts'
import { addException, countUses } from '#features/vocabulary/index.ts'
import { AppError } from '#platform/errors.ts'
import { Slots } from '#platform/limits/slots.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { loadVocabulary, pause } from './load.ts'

/** Long searches one after another; other calls pass between their steps. */
const slots = new Slots(1, 20)

type Found = { places: TermPlace[]; version: number }

/** Where the vocabulary, as it is now, would change the text of a file. Words that carry a mark are left out. */
export async function findPlaces(ctx: Context, actor: Actor, scriptId: string): Promise<Found> {
  const { script, segments } = await readText(ctx, actor, scriptId)
  await ctx.rateLimits.spend('termPlacesByUser', script.userId)
  const places = await slots.use(() => placesIn(ctx, script, segments))
  if (!places) throw new AppError('notAvailable')
  return { places, version: script.textVersion }
}

async function placesIn(ctx: Context, script: ScriptRow, segments: readonly Segment[]): Promise<TermPlace[]> {
  if (script.language !== 'ru') return []
  const loaded = await loadVocabulary(ctx.db, script.userId, await askedFor(ctx, script))
  if (!loaded) return []
  const speech = {
    words: segments.flatMap(({ words }) => words),
    speakers: segments.flatMap(({ words, speaker }) => words.map(() => speaker)),
  }
  const changes = await findChanges(speech, loaded.vocabulary, pause)
  return changes.flatMap(toPlaces(segments))
}

/** A text and its version, of one moment. */
function readText({ db }: Context, actor: Actor, scriptId: string) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const script = await ownScript(tx, scriptId, actor)
      if (!isCompleted(script.status) || script.expiredAt) throw new AppError('notFound')
      return { script, segments: await listSegments(tx, scriptId) }
    })
}

/** Leaves out «not applied», which was about the processing. */
async function askedFor({ db }: Context, { processId }: ScriptRow) {
  const process = processId ? await findProcess(db, processId) : undefined
  return process?.vocabulary?.asked ?? NO_WISHES
}

/** Turns numbers of words of a text into places of its segments. A place never crosses segments. */
function toPlaces(segments: readonly Segment[]): (change: TermChange) => TermPlace[] {
  const homes = segments.flatMap(({ words }, at) => words.map((spoken, word) => ({ at, word, spoken })))
  return ({ from, to, ...change }) => {
    const covered = homes.slice(from, to)
    const [first] = covered
    const isFree = covered.every(({ at, spoken }) => at === first?.at && !spoken.termId && !spoken.maybe)
    return first && isFree ? [{ at: first.at, word: first.word, words: covered.length, ...change }] : []
  }
}

/** Added to the count of times a term helped. */
const USES: Record<TermAnswer['answer'], number> = { accepted: 1, undone: -1, never: -1 }

/** Counts answers to marks and remembers exceptions. Names of one file are in no vocabulary: answers to them change nothing. */
export async function answerTerms(
  ctx: Context,
  actor: Actor,
  scriptId: string,
  answers: readonly TermAnswer[],
): Promise<void> {
  const { userId } = await ownScript(ctx.db, scriptId, actor)
  const uses = new Map<string, number>()
  for (const { termId, answer } of answers) uses.set(termId, (uses.get(termId) ?? 0) + USES[answer])
  const exceptions = answers.filter(({ answer }) => answer === 'never')
  await ctx.db.transaction().execute(async (tx) => {
    await countUses(tx, userId, uses)
    for (const { heard, termId } of exceptions) await addException(tx, { userId, heard, termId })
  })
}
