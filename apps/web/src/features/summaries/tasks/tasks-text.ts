import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { clock } from '#lib/format/time.ts'

import { dueOf } from './due.ts'
import type { TaskGroup } from './groups.ts'

type Names = Pick<PanelFile, 'nameOf' | 'hasNames'>

/** Tasks and decisions as a list for the clipboard. */
export function tasksText(groups: readonly TaskGroup[], names: Names): string {
  return groups.map(({ title, items }) => [title, ...items.map((item) => lineOf(item, names))].join('\n')).join('\n\n')
}

function lineOf(item: ActionItem, { nameOf, hasNames }: Names): string {
  const source = [...(hasNames ? item.who.map(nameOf) : []), dueOf(item), clock(item.start)].filter(Boolean)
  const line = `${boxOf(item)} ${item.text} (${source.join(', ')})`
  return item.check === 'unsure' ? `${line} ${UNCONFIRMED}` : line
}

function boxOf({ kind, isDone }: ActionItem): string {
  if (kind === 'decision') return '•'
  return isDone ? '☑' : '☐'
}
