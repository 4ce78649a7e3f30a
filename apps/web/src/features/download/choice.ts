import type { ExportFormat } from '@doslovno/domain/export/export-transcript.ts'
import type { ExportOptions } from '@doslovno/domain/export/plain-text.ts'

/** What somebody takes away, and how. */
export type Choice = ExportOptions & { format: ExportFormat }

export const FORMATS = ['txt', 'docx', 'srt', 'vtt'] as const satisfies readonly ExportFormat[]

const FIRST: Choice = { format: 'docx', speakers: true, timecodes: true }
const KEY = 'downloadChoice'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** The last choice of this browser; what cannot be understood any more is as if it were never chosen. */
export function recallChoice(memory: Memory): Choice {
  const kept = parsed(memory.getItem(KEY))
  return {
    format: FORMATS.find((format) => format === kept.format) ?? FIRST.format,
    speakers: kept.speakers !== false,
    timecodes: kept.timecodes !== false,
  }
}

export function rememberChoice(memory: Memory, choice: Choice) {
  memory.setItem(KEY, JSON.stringify(choice))
}

/** Subtitles have their times anyway. */
export function isSubtitles(format: ExportFormat): boolean {
  return format === 'srt' || format === 'vtt'
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}') ?? {}
  } catch {
    return {}
  }
}
