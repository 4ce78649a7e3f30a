import type { DocxLabels } from '@doslovno/domain/export/docx.ts'

import { brand } from './brand.ts'
import { LOCALE } from './format.ts'

/** What a Word document says besides the transcript. */
export const docxLabels: DocxLabels = {
  creator: brand.name,
  description: 'Расшифровка записи',
  language: LOCALE,
  speakerStyle: 'Спикер',
  timecodeStyle: 'Таймкод',
}

/** Stands above a text with holes. */
export const unheardNote = (places: string) => `Не\u00a0удалось распознать: ${places}.`
