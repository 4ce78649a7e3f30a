import type { Conflict } from '@doslovno/domain/editing/merge.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

/** The version to keep after a conflict. */
export type Choice = 'mine' | 'theirs' | 'both'

/** Operations that apply a choice to a text that holds «theirs»; `both` puts them one after the other. */
export function resolutionOf({ at, count, mine, theirs }: Conflict, choice: Choice): Operation[] {
  const isMineToo = choice === 'both' && mine.length > 0
  if (isMineToo && theirs.length > 0)
    return [{ kind: 'editText', at, count, text: `${textOf(theirs)} ${textOf(mine)}` }]
  const isMine = choice === 'mine' || isMineToo
  return isMine ? [{ kind: 'restoreSegments', patches: [{ at, count, segments: mine }] }] : []
}

export function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}
