import type { Version } from '@doslovno/domain/history/versions.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'

import { dayLabel } from '#lib/format/day.ts'
import { twoDigits } from '#lib/format/time.ts'
import { session } from '#lib/session/current.ts'

/** Day and time of a version. */
export function momentOf({ editedAt }: Version): string {
  const at = new Date(editedAt)
  return texts.moment(dayLabel(editedAt, new Date()), `${at.getHours()}:${twoDigits(at.getMinutes())}`)
}

/** The owner, or what has changed the text for the owner. */
export function authorOf({ source }: Version): string {
  const user = session.lastUser()
  return texts.author(source, `${user?.name ?? ''} ${user?.surname ?? ''}`.trim())
}
