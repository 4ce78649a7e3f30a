import type { Moment, Statement } from '@doslovno/contract/summaries.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { bestMoments, type FoundMoment } from '@doslovno/domain/digest/moments.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { SummaryEngine } from '@doslovno/domain/summary/types.ts'

import { type Context, LlmBadAnswer, LlmLost } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { answerQuestion } from '#features/summaries/prompts/answer.ts'
import { transcriptBlock } from '#features/summaries/prompts/blocks.ts'
import type { NumberedNote } from '#features/summaries/prompts/read.ts'
import { loadText, type SummaryText } from '#features/summaries/text/text.ts'
import { statementView } from '#features/summaries/view.ts'
import { type Draft, toStored, withoutDoubles } from '#features/summaries/writing/drafts.ts'
import { checkerOf, notesFor } from '#features/summaries/writing/material.ts'
import { AppError } from '#platform/errors.ts'
import { russian } from '#platform/language.ts'

import { ask } from './ask.ts'
import { hasModel, type ModelContext } from './model.ts'
import { textOf } from './open.ts'
import { partsOf } from './parts-repo.ts'
import { completeReading } from './reading-repo.ts'

const MOST_WINDOWS = 12
/** Of them for the question before, which this one may refer to. */
const EARLIER_WINDOWS = 4
const SHOWN_MOMENTS = 5
/** Together under 8,000 tokens; with instructions and answer under the 10,000 that one question may cost. */
const WINDOW_TOKENS = 5500
const NOTES_TOKENS = 2000
const TIMEOUT_MS = 45_000
/** A person is waiting: if all slots are taken, the moments themselves are the answer. */
const PATIENCE_MS = 5000

type Asked = { question: string; previous?: string | undefined }

export type ScriptAnswer = { answer: Statement[]; moments: Moment[]; engine: SummaryEngine }

/** Answers a question from the recording alone: confirmed statements, or else the nearest moments. */
export async function askScript(ctx: Context, actor: Actor, asked: { id: string } & Asked): Promise<ScriptAnswer> {
  await ownScript(ctx.db, asked.id, actor)
  await ctx.rateLimits.spend('questionsByUser', actor.userId)
  const text = await loadText(ctx.db, asked.id)
  if (!text || text.sentences.length === 0) throw new AppError('noText')
  const { question, previous } = asked
  const found = bestMoments(question, text.sentences, russian, MOST_WINDOWS)
  const earlier = previous ? bestMoments(previous, text.sentences, russian, EARLIER_WINDOWS) : []
  const moments = found.slice(0, SHOWN_MOMENTS).map((moment) => momentView(moment, text.sentences))
  const near = [...found.slice(0, MOST_WINDOWS - earlier.length), ...earlier]
  const answer = hasModel(ctx) && near.length > 0 ? await answered(ctx, text, asked, near) : undefined
  return { answer: answer ?? [], moments, engine: answer ? 'llm' : 'extract' }
}

/** Undefined if the model gave no answer in time. */
async function answered(
  ctx: ModelContext,
  text: SummaryText,
  { question, previous }: Asked,
  found: readonly FoundMoment[],
): Promise<Statement[] | undefined> {
  const { script, sentences } = text
  const windows = fitting(ctx, joined(found), sentences)
  const overview = await notesOf(ctx, text)
  const owner = { userId: script.userId, scriptId: script.id, readingId: null, summaryId: null }
  const asking = { ...owner, signal: AbortSignal.timeout(TIMEOUT_MS), timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS }
  try {
    const reply = await ask(ctx, answerQuestion({ question, previous, windows, overview }), asking)
    return await confirmed(ctx, text, { windows, lines: reply.isSaid ? reply.answer : [] })
  } catch (error) {
    if (error instanceof LlmLost || error instanceof LlmBadAnswer || asking.signal.aborted) return undefined
    throw error
  }
}

/** Checks an answer against what the model was shown: the whole text of a long recording would take a second. */
async function confirmed(
  ctx: ModelContext,
  { script, sentences }: SummaryText,
  { windows, lines }: { windows: readonly Window[]; lines: readonly { text: string; cites: readonly number[] }[] },
): Promise<Statement[]> {
  const shown = windows.flatMap((window) => [
    ...window.sentences.map((said, n) => ({ said, at: window.at + n })),
    ...gap,
  ])
  const near = shown.map(({ said }) => said)
  const check = await checkerOf(ctx, { script, sentences: near })
  const drafts = lines.flatMap(({ text, cites }): Draft[] => {
    const places = cites.map((number) => shown.findIndex(({ at }) => at === number - 1))
    const judged = check.statement({ text, cites: places, who: [] })
    return judged ? [{ section: 'main', ...judged }] : []
  })
  const sure = withoutDoubles(drafts).filter((draft) => ['confirmed', 'linked'].includes(draft.check.verdict))
  return toStored(sure, near).map((statement) => statementView(statement, sentences))
}

/** Keeps the end of one window from being taken for the neighbour of the next. */
const silence = { said: { start: 0, end: 0, text: '', speaker: -1 }, at: -1 }
const gap = [silence, silence]

type Window = { at: number; sentences: readonly Sentence[] }

/** Windows in the order of the recording; those that touch become one. */
function joined(found: readonly FoundMoment[]): { from: number; to: number; score: number }[] {
  const windows: { from: number; to: number; score: number }[] = []
  for (const { from, to, score } of found.toSorted((one, other) => one.from - other.from)) {
    const last = windows.at(-1)
    if (last && from <= last.to) Object.assign(last, { to: Math.max(to, last.to), score: Math.max(score, last.score) })
    else windows.push({ from, to, score })
  }
  return windows
}

/** The best windows that fit into the budget, in order. */
function fitting({ llm }: ModelContext, windows: ReturnType<typeof joined>, sentences: readonly Sentence[]): Window[] {
  const kept = new Set<object>()
  let tokens = 0
  for (const window of windows.toSorted((one, other) => other.score - one.score)) {
    tokens += llm.estimateTokens(transcriptBlock(sentences.slice(window.from, window.to), window.from + 1))
    if (tokens <= WINDOW_TOKENS || kept.size === 0) kept.add(window)
  }
  return windows.filter((window) => kept.has(window)).map(({ from, to }) => ({ at: from, sentences: sentences.slice(from, to) })) // prettier-ignore
}

/** Notes of this text, if it was read. They only tell what it is about; no answer rests on them. */
async function notesOf(ctx: ModelContext, text: SummaryText): Promise<NumberedNote[]> {
  const reading = await completeReading(ctx.db, textOf(ctx, text.script))
  if (!reading) return []
  const parts = await partsOf(ctx.db, reading.id)
  const notes = parts.flatMap(({ index, notes: read }) =>
    read.map((note) => ({ ...note, part: index, isUnsure: false })),
  )
  return notesFor(ctx, { notes: notes.map((note, index) => ({ ...note, number: index + 1 })) }, NOTES_TOKENS)
}

/** The sentence that matches best, with its neighbours. */
function momentView({ at }: FoundMoment, sentences: readonly Sentence[]): Moment {
  const said = sentences.slice(Math.max(0, at - 1), at + 2)
  const middle = sentences[at] ?? said[0]
  return {
    start: said[0]?.start ?? 0,
    end: said.at(-1)?.end ?? 0,
    text: said.map(({ text }) => text).join(' '),
    speaker: middle?.speaker ?? 0,
  }
}
