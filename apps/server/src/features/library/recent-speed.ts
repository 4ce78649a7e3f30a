import { minutesPerHourOf } from '@doslovno/domain/process/speed.ts'

import type { Context } from '#context.ts'
import { lastFinished } from '#features/transcription/index.ts'

/** Minutes per hour of recording in recent files of this installation; nothing before its first one. */
export async function recentSpeed({ db }: Context): Promise<{ minutesPerHour?: number }> {
  const minutesPerHour = minutesPerHourOf(await lastFinished(db))
  return minutesPerHour === undefined ? {} : { minutesPerHour }
}
