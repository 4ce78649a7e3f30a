import { toWindows } from '@doslovno/domain/speakers/windows.ts'
import type { SpeakersCount } from '@doslovno/domain/upload/options.ts'

import type { NewTask, WorkRates } from './task-repo.ts'

type Span = { start: number; end: number }

/** Pieces of work: chunks to be recognised, and windows to be told apart unless one speaks alone. */
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
