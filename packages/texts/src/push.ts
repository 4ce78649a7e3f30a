import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'

import { processingFailure } from './errors.ts'

/** Notifications of browsers. */
export const pushTexts = {
  ready: (fileName: string) => ({ title: 'Текст готов', body: titleOf(fileName) }),
  failed: (fileName: string, code: ErrorCode) => ({
    title: 'Не\u00a0получилось обработать запись',
    body: `${titleOf(fileName)}. ${processingFailure(code).title}`,
  }),
} as const
