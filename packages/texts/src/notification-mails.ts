import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'
import { type ExportFormat, notificationFormats } from '@doslovno/domain/export/formats.ts'

import { countOf } from '#language/plural.ts'

import { downloadTexts } from './download.ts'
import { processingFailure } from './errors.ts'
import { type MailContent, mailTexts, typeset } from './mails.ts'

type Ready = Parameters<typeof mailTexts.scriptReady>[0] & {
  /** The topic of the recording; empty if unknown. */
  about: string
  main: readonly string[]
  /** Number of attached files. */
  attached: number
  /** Files that were too big to attach. */
  leftOut: readonly ExportFormat[]
}

/** The mail about a finished text, with what is sure about it. */
export function readyMail({ about, main, attached, leftOut, ...script }: Ready): MailContent {
  const content = mailTexts.scriptReady(script)
  const hasDigest = about !== '' || main.length > 0
  return typeset({
    ...content,
    paragraphs: [...content.paragraphs, ...attachmentLines(attached, leftOut)],
    ...(hasDigest && { digest: { title: 'О чём запись', ...(about && { text: about }), items: main } }),
  })
}

function attachmentLines(attached: number, leftOut: readonly ExportFormat[]): string[] {
  const files = countOf(attached, ['файл', 'файла', 'файлов'])
  const types = notificationFormats.filter((one) => leftOut.includes(one)).map((one) => downloadTexts.types[one])
  return [
    ...(attached > 0 ? [`К письму ${attached === 1 ? 'приложен' : 'приложено'} ${files}.`] : []),
    ...(types.length > 0 ? [`Не поместились в письмо: ${types.join(', ')}. Скачай их на странице файла.`] : []),
  ]
}

/** Notifications of browsers. */
export const pushTexts = {
  ready: (fileName: string) => ({ title: 'Текст готов', body: titleOf(fileName) }),
  failed: (fileName: string, code: ErrorCode) => ({
    title: 'Не\u00a0получилось обработать запись',
    body: `${titleOf(fileName)}. ${processingFailure(code).title}`,
  }),
} as const
