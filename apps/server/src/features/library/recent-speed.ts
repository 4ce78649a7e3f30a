import { minutesPerHourOf } from '@doslovno/domain/process/speed.ts'

import type { Context } from '#context.ts'
import { lastFinished } from '#features/transcription/index.ts'

/** What recent files of this installation took per hour of recording; nothing before its first one. */
export async function recentSpeed({ db }: Context): Promise<{ minutesPerHour?: number }> {
  const minutesPerHour = minutesPerHourOf(await lastFinished(db))
  return minutesPerHour === undefined ? {} : { minutesPerHour }
}
