import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'

import { shortDate } from '#lib/format/day.ts'

/** The deadline as spoken, with its date if it is known. */
export function dueOf({ due }: Pick<ActionItem, 'due'>): string | undefined {
  return due ? taskTexts.due(due.text, due.date === null ? undefined : shortDate(due.date)) : undefined
}
