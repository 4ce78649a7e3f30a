import type { DocxLabels } from '@doslovno/domain/export/docx.ts'

import { brand } from './brand.ts'
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

/** Shown above a text with unheard spans. */
export const unheardNote = (spans: string) => `Не\u00a0удалось распознать: ${spans}.`
