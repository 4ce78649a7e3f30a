import type { DocxLabels } from '@doslovno/domain/export/docx.ts'
import { timecode } from '@doslovno/domain/export/timecode.ts'
import type { Span } from '@doslovno/domain/span.ts'

import { brand } from './brand.ts'
import { unheardTexts } from './file-page.ts'
import { LOCALE } from './format.ts'

/** Texts of a Word document besides the transcript. */
export const docxLabels: DocxLabels = {
  creator: brand.name,
  description: 'Расшифровка записи',
  language: LOCALE,
  speakerStyle: 'Спикер',
  timecodeStyle: 'Таймкод',
}

/** Headings of what stands before a text. */
export const outlineTexts = { summary: 'Саммари', chapters: 'Главы', text: 'Расшифровка' } as const

/** Stands where speech has no words. */
export function unheardMarks(unheard: readonly Span[]) {
  return unheard.map(({ start, end }) => {
    const times = `${timecode(start)}–${timecode(end)}`
    return { start, text: `[${times} ${unheardTexts.states.once}]` }
  })
}
