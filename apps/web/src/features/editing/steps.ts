import { operationsBetween } from '@doslovno/domain/editing/difference.ts'
import { mergeTranscripts } from '@doslovno/domain/editing/merge.ts'
import { applyOperation, invertOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import { inParts } from '@doslovno/domain/editing/parts.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'

/** What is undone or redone at once. What somebody goes on doing under one key, such as typing, is one step. */
export type Step = { operations: readonly Operation[]; key?: string | undefined }

export type History = { undo: readonly Step[]; redo: readonly Step[] }

/** An operation and the transcript it leads to. */
export type Made = { operation: Operation; after: Transcript }

export type Run = { made: readonly Made[]; after: Transcript; back: readonly Operation[] }

const MOST_STEPS = 200

export const noHistory: History = { undo: [], redo: [] }

/** Runs operations one after another, large ones in parts; undefined if one does not fit. */
export function run(before: Transcript, operations: readonly Operation[]): Run | undefined {
  const made: Made[] = []
  const back: Operation[] = []
  let now = before
  for (const operation of operations.flatMap((one) => inParts(one))) {
    const undo = invertOperation(operation, now)
    const after = applyOperation(now, operation)
    if (!undo || !after) return undefined
    made.push({ operation, after })
    back.unshift(undo)
    now = after
  }
  return { made, after: now, back }
}

/** The history after one more step; what was undone before cannot be redone any more. */
export function withStep({ undo }: History, { operations, key }: Step): History {
  const last = undo.at(-1)
  if (last && key !== undefined && last.key === key)
    return { undo: [...undo.slice(0, -1), { operations: [...operations, ...last.operations], key }], redo: [] }
  return { undo: [...undo, { operations, key }].slice(-MOST_STEPS), redo: [] }
}

/** The history of a text that others have changed: steps that their changes stand in the way of are forgotten. */
export function movedHistory({ undo, redo }: History, from: Transcript, to: Transcript): History {
  return { undo: movedSteps(undo, from, to), redo: movedSteps(redo, from, to) }
}

function movedSteps(steps: readonly Step[], from: Transcript, to: Transcript): Step[] {
  const moved: Step[] = []
  let [base, theirs] = [from, to]
  for (const { operations, key } of steps.toReversed()) {
    const mine = run(base, operations)?.after
    const merge = mine && mergeTranscripts({ base, mine, theirs })
    if (!merge || merge.conflicts.length > 0) break
    moved.unshift({ operations: operationsBetween(theirs, merge.merged), key })
    ;[base, theirs] = [mine, merge.merged]
  }
  return moved
}

/** Where in the text the first of the operations acts. */
export function placeOf(operations: readonly Operation[]): number | undefined {
  return operations.flatMap(placesOf).toSorted((one, other) => one - other)[0]
}

function placesOf(operation: Operation): number[] {
  switch (operation.kind) {
    case 'editText':
    case 'splitSegment':
    case 'assignSpeaker':
      return [operation.at]
    case 'replaceMany':
      return operation.replacements.map(({ at }) => at)
    case 'restoreSegments':
      return operation.patches.map(({ at }) => at)
    case 'restoreSpeakers':
      return operation.runs.map(({ at }) => at)
    case 'mergeSpeakers':
    case 'addSpeaker':
      return []
  }
}
