import { isSame } from '#editing/difference.ts'
import type { Operation } from '#editing/operations.ts'

import type { EditSource } from './versions.ts'

/** An edit on top of a stack: its inverse, and the version of the edit under it. */
export type Stacked = { version: number; inverse: Operation; below: number | null }

/** The tops of both stacks; undefined for an empty one. */
export type Stacks = { undo?: Stacked | undefined; redo?: Stacked | undefined }

type Edit = { operation: Operation; source?: EditSource | null | undefined }

/** Versions of the edits on top of both stacks. */
export type Tops = { undoTop: number | null; redoTop: number | null }

/**
 * The tops after an edit. An edit that equals the inverse of a top takes that top off: it undoes, or redoes, exactly
 * that edit. Any other edit is a new one, whatever its author meant by it, and so is one with a source: a return to the
 * version before the last edit can itself be undone. The inverses of a stack, applied from its top down, always fit the
 * text.
 */
export function topsAfter({ undo, redo }: Stacks, version: number, { operation, source }: Edit): Tops {
  if (source) return { undoTop: version, redoTop: null }
  if (undo && isSame(undo.inverse, operation)) return { undoTop: undo.below, redoTop: version }
  if (redo && isSame(redo.inverse, operation)) return { undoTop: version, redoTop: redo.below }
  return { undoTop: version, redoTop: null }
}

/** Operations that undo, or redo, one step. */
export type StackedStep = { operations: readonly Operation[] }

/** Groups the edits of a stack into steps. Both are in order of undoing, the first on top. */
export function stackedSteps(edits: readonly { step: string | null; inverse: Operation }[]): StackedStep[] {
  const steps: { id: string | null; operations: Operation[] }[] = []
  for (const { step, inverse } of edits) {
    const last = steps.at(-1)
    if (last && step !== null && last.id === step) last.operations.push(inverse)
    else steps.push({ id: step, operations: [inverse] })
  }
  return steps.map(({ operations }) => ({ operations }))
}
