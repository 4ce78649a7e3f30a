import { type View, views } from '@doslovno/domain/clean-view/clean-words.ts'
import { type ExportFormat, exportFormats } from '@doslovno/domain/export/formats.ts'
import type { ExportOptions } from '@doslovno/domain/export/plain-text.ts'

import { fieldsOf, remembered } from '#lib/remembered.ts'

/** The format and the options of a download. `outline`: with summary and chapters; `unheard`: marks speech without words. */
export type Choice = ExportOptions & { format: ExportFormat; view: View; outline: boolean; unheard: boolean }

const FIRST = { format: 'docx', view: 'verbatim' } as const

/** The last choice of this browser; an unreadable one falls back to the default. */
export const lastChoice = remembered('downloadChoice', (stored): Choice => {
  const kept = fieldsOf(stored)
  return {
    format: exportFormats.find((format) => format === kept.format) ?? FIRST.format,
    view: views.find((view) => view === kept.view) ?? FIRST.view,
    speakers: kept.speakers !== false,
    timecodes: kept.timecodes !== false,
    outline: kept.outline === true,
    unheard: kept.unheard !== false,
  }
})

/** Subtitles always have times. */
export function isSubtitles(format: ExportFormat): boolean {
  return format === 'srt' || format === 'vtt'
}
