import { operationsBetween } from '@doslovno/domain/editing/difference.ts'
import { mergeTranscripts } from '@doslovno/domain/editing/merge.ts'
import { applyOperation, inBatches, invertOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'

/** One undo step. Consecutive operations under one key, such as typing, share a step. `id` names it on the server. */
export type Step = { operations: readonly Operation[]; key?: string | undefined; id?: string | undefined }

export type History = { undo: readonly Step[]; redo: readonly Step[] }

/** An operation and the transcript after it. */
export type Made = { operation: Operation; after: Transcript }

export type Run = { made: readonly Made[]; after: Transcript; back: readonly Operation[] }

const MAX_STEPS = 200

export const noHistory: History = { undo: [], redo: [] }

/** Applies operations in order, splitting large ones; undefined if one does not fit. */
export function run(before: Transcript, operations: readonly Operation[], mostLetters?: number): Run | undefined {
  const made: Made[] = []
  const back: Operation[] = []
  let now = before
  for (const operation of operations.flatMap((one) => inBatches(one, mostLetters))) {
    const undo = invertOperation(operation, now)
    const after = applyOperation(now, operation)
    if (!undo || !after) return undefined
    made.push({ operation, after })
    back.unshift(undo)
    now = after
  }
  return { made, after: now, back }
}

/** Adds a step and clears the redo stack. */
export function withStep({ undo }: History, { operations, key, id }: Step): History {
  const last = undo.at(-1)
  if (last && key !== undefined && last.key === key)
    return { undo: [...undo.slice(0, -1), { ...last, operations: [...operations, ...last.operations] }], redo: [] }
  return { undo: [...undo, { operations, key, id }].slice(-MAX_STEPS), redo: [] }
}

/** Rebases the history on others' changes: steps that conflict are dropped. */
export function movedHistory({ undo, redo }: History, from: Transcript, to: Transcript): History {
  return { undo: movedSteps(undo, from, to), redo: movedSteps(redo, from, to) }
}

function movedSteps(steps: readonly Step[], from: Transcript, to: Transcript): Step[] {
  const moved: Step[] = []
  let [base, theirs] = [from, to]
  for (const { operations, ...step } of steps.toReversed()) {
    const mine = run(base, operations)?.after
    const merge = mine && mergeTranscripts({ base, mine, theirs })
    if (!merge || merge.conflicts.length > 0) break
    moved.unshift({ ...step, operations: operationsBetween(theirs, merge.merged) })
    ;[base, theirs] = [mine, merge.merged]
  }
  return moved
}

/** The first segment the operations change. */
export function firstSegmentOf(operations: readonly Operation[]): number | undefined {
  return operations.flatMap(segmentsOf).toSorted((one, other) => one - other)[0]
}

function segmentsOf(operation: Operation): number[] {
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
    case 'nameSpeaker':
      return []
  }
}
