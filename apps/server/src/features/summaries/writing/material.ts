import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import type { Check } from '@doslovno/domain/evidence/verdict.ts'

import { noteLine, type NumberedNote } from '#features/summaries/prompts/notes-block.ts'
import type { ModelContext } from '#features/summaries/reading/model.ts'
import type { ReadPart } from '#features/summaries/reading/parts-repo.ts'
import { isRussian, prepareText } from '#features/summaries/text/prepare-text.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { type Checker, createChecker } from './check.ts'
import { chooseNotes, type Weighed } from './choose-notes.ts'

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
