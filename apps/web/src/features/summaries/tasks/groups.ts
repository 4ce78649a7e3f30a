import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'

export type TaskGroup = { kind: ActionItem['kind']; title: string; items: readonly ActionItem[] }

const titles = [
  { kind: 'task', title: taskTexts.tasks },
  { kind: 'candidate', title: taskTexts.candidates },
  { kind: 'decision', title: taskTexts.decisions },
] as const

/** Tasks first, then what only sounds like them, decisions apart; nothing that the recording contradicts. */
export function groupsOf(items: readonly ActionItem[]): TaskGroup[] {
  const shown = items.filter(({ check }) => check !== 'dropped')
  return titles
    .map(({ kind, title }) => ({ kind, title, items: shown.filter((item) => item.kind === kind) }))
    .filter((group) => group.items.length > 0)
}
