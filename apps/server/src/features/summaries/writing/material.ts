import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { Check } from '@doslovno/domain/evidence/verdict.ts'

import { isRussian } from '#features/summaries/digest/digest.ts'
import type { Question } from '#features/summaries/prompts/question.ts'
import { noteLine, type NumberedNote } from '#features/summaries/prompts/read.ts'
import type { ModelContext } from '#features/summaries/reading/model.ts'
import type { ReadPart } from '#features/summaries/reading/parts-repo.ts'
import { prepareText } from '#features/summaries/text/text.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import { type Checker, createChecker } from './check.ts'

/** A note whose citations are sentences of the whole text. Dropped ones are left out. */
export type CheckedNote = NumberedNote & { part: number; weight: number; cites: readonly number[]; check: Check }

/** Notes and sentences that a summary is written from. */
export type Material = {
  sentences: readonly Sentence[]
  check: Checker
  notes: readonly CheckedNote[]
}

type Text = { script: ScriptRow; sentences: readonly Sentence[] }

export async function gather(
  ctx: ModelContext,
  { script, sentences }: Text,
  parts: readonly ReadPart[],
): Promise<Material> {
  const check = await checkerOf(ctx, { script, sentences })
  const notes: CheckedNote[] = []
  for (const part of parts) {
    notes.push(...notesOf(part, check))
    // Lets other jobs of the worker run in between.
    await yieldTurn()
  }
  return { sentences, check, notes: notes.map((note, index) => ({ ...note, number: index + 1 })) }
}

export async function checkerOf(ctx: ModelContext, { script, sentences }: Text): Promise<Checker> {
  return createChecker(await prepareText(ctx.db, script.id, sentences), isRussian(script))
}

function notesOf(part: ReadPart, check: Checker): CheckedNote[] {
  const { fromSentence: from, toSentence: to, index } = part
  return part.notes.flatMap(({ text, kind, cites, who, weight }) => {
    const isTask = kind === 'task' || kind === 'decision'
    const judged = check.statement({ text, who, isTask, cites: cites.map((cite) => from + cite) }, { from, to })
    if (!judged || judged.check.verdict === 'dropped') return []
    const isUnsure = judged.check.verdict === 'unsure'
    return [{ number: 0, part: index, kind, weight, ...judged.claim, check: judged.check, isUnsure }]
  })
}

/** The notes that a prompt gets. */
export function notesFor<N extends NumberedNote & Omit<Weighed, 'tokens'>>(
  { llm }: ModelContext,
  { notes }: { notes: readonly N[] },
  mostTokens: number,
): N[] {
  return chooseNotes(notes.map((note) => ({ ...note, tokens: llm.estimateTokens(noteLine(note)) + 1 })), mostTokens) // prettier-ignore
}

/** The fields of a note that the choice reads. */
type Weighed = { part: number; weight: number; tokens: number }

/** Notes of every part that are passed on, however light they are. */
const LEAST_PER_PART = 2

/** The heaviest notes that fit into so many tokens, at least two per part, in their own order: by time. */
export function chooseNotes<N extends Weighed>(notes: readonly N[], mostTokens: number): N[] {
  const heaviest = notes.toSorted((a, b) => b.weight - a.weight)
  const chosen = new Set(leastOf(heaviest))
  let tokens = [...chosen].reduce((sum, note) => sum + note.tokens, 0)
  for (const note of heaviest) {
    if (chosen.has(note) || tokens + note.tokens > mostTokens) continue
    chosen.add(note)
    tokens += note.tokens
  }
  return notes.filter((note) => chosen.has(note))
}

function leastOf<N extends Weighed>(heaviest: readonly N[]): N[] {
  const taken = new Map<number, number>()
  return heaviest.filter(({ part }) => {
    taken.set(part, (taken.get(part) ?? 0) + 1)
    return (taken.get(part) ?? 0) <= LEAST_PER_PART
  })
}

/** Everything that a summary of one type is written with. `notes`: those that fit into the prompt. */
export type Desk = {
  ctx: ModelContext
  script: ScriptRow
  summary: SummaryRow
  material: Material
  notes: readonly CheckedNote[]
  ask: <T>(question: Question<T>) => Promise<T>
  /** Undefined if the answer is not worth failing for. */
  tryAsk: <T>(question: Question<T>) => Promise<T | undefined>
}
