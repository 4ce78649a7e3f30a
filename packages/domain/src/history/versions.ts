import { isSame } from '#editing/difference.ts'
import { applyOperation, type Operation } from '#editing/operations.ts'
import type { Transcript } from '#editing/transcript.ts'
import { wordsOf } from '#transcript/spread-words.ts'

import { wordDifferences } from './diff-text.ts'

/** The author of an edit not made by hand: a search for terms, a return to a version, or a program with a key. */
export type EditSource = 'vocabulary' | 'restore' | 'program'

/** An edit of the history. Those made before inverses were kept have none. */
export type PastEdit = {
  version: number
  editedAt: string
  source: EditSource | null
  name: string | null
  inverse: Operation | null
}

/** The text after a sitting: edits in a row, with no long pause between them. */
export type Version = Omit<PastEdit, 'inverse'> & { transcript: Transcript; changedWords: number }

/** A longer pause between two edits starts a new version. */
const PAUSE_MS = 10 * 60_000

/**
 * The versions of a text and their transcripts, newest first: edits are undone one after another, `edits` being those
 * up to the text's version, newest first. It ends before an edit without an inverse.
 */
export function versionsOf(text: { version: number; transcript: Transcript }, edits: readonly PastEdit[]): Version[] {
  const versions: Version[] = []
  let now = text.transcript
  let next = text.version
  for (const sitting of sittingsOf(edits.filter(({ version }) => version <= text.version))) {
    const [last] = sitting
    const before = last?.version === next ? undone(now, sitting) : undefined
    if (!last || !before) break
    const { inverse: _inverse, ...latest } = last
    versions.push({ ...latest, transcript: now, changedWords: countChangedWords(before, now) })
    now = before
    next -= sitting.length
  }
  return versions
}

/** Edits of one sitting, newest first. A named edit is the last of its sitting. */
function sittingsOf(edits: readonly PastEdit[]): PastEdit[][] {
  const sittings: PastEdit[][] = []
  for (const edit of edits) {
    const sitting = sittings.at(-1)
    const newer = sitting?.at(-1)
    if (sitting && newer && areTogether(edit, newer)) sitting.push(edit)
    else sittings.push([edit])
  }
  return sittings
}

function areTogether(older: PastEdit, newer: PastEdit): boolean {
  const pauseMs = Date.parse(newer.editedAt) - Date.parse(older.editedAt)
  return older.source === newer.source && older.name === null && pauseMs <= PAUSE_MS
}

function undone(after: Transcript, edits: readonly PastEdit[]): Transcript | undefined {
  return edits.reduce<Transcript | undefined>(
    (now, { inverse }) => now && (inverse ? applyOperation(now, inverse) : undefined),
    after,
  )
}

/** Operations keep untouched segments as the same objects, so only the others are compared. */
export function countChangedWords(before: Transcript, after: Transcript): number {
  const [kept, present] = [new Set(after.segments), new Set(before.segments)]
  const from = before.segments.filter((segment) => !kept.has(segment)).flatMap(wordsOf)
  const to = after.segments.filter((segment) => !present.has(segment)).flatMap(wordsOf)
  return wordDifferences(from, to).reduce(
    (sum, { fromStart, fromEnd, toStart, toEnd }) => sum + Math.max(fromEnd - fromStart, toEnd - toStart),
    0,
  )
}

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
type StackedStep = { operations: readonly Operation[] }

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
