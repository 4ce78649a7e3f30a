import type { Span } from '@doslovno/domain/span.ts'
import { toWindows } from '@doslovno/domain/speakers/windows.ts'
import type { SpeakersCount } from '@doslovno/domain/upload/options.ts'

import type { NewTask, WorkRates } from './repo.ts'

/** One task per chunk to recognise, and per window to diarise unless there is one speaker. */
export function planTasks(chunks: readonly Span[], speakers: SpeakersCount, rates: WorkRates): NewTask[] {
  const windows = speakers === 1 ? [] : toWindows(chunks)
  const tasksOf = (kind: keyof WorkRates, spans: readonly Span[]) =>
    spans.map(({ start, end }, index) => ({
      kind,
      index,
      startSeconds: start,
      endSeconds: end,
      cost: rates[kind] * (end - start),
    }))
  return [...tasksOf('recognise', chunks), ...tasksOf('diarise', windows)]
}
