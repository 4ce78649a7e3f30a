import { titleOf } from '@doslovno/domain/export/download-name.ts'

import { countOf } from '#language/plural.ts'
import { dayOf, greeting, type MailContent, typeset } from '#mails.ts'

type Expiring = {
  name: string
  link: string
  timeZone: string | null
  files: readonly { fileName: string; keepUntil: Date }[]
  /** Files that are not named. */
  others: number
}

export const retentionMails = {
  /** Says which files will be deleted, and when. */
  expiring: ({ name, link, timeZone, files, others }: Expiring): MailContent => {
    const sorted = files.toSorted((one, other) => one.keepUntil.getTime() - other.keepUntil.getTime())
    const [first] = sorted
    const count = files.length + others
    const day = first ? dayOf(first.keepUntil, timeZone) : ''
    const title = count === 1 ? titleOf(first?.fileName ?? '') : countOf(count, ['файл', 'файла', 'файлов'])
    return typeset({
      subject: `Скоро удалим ${count === 1 ? `«${title}»` : title}`,
      preheader: `Срок хранения заканчивается ${day}.`,
      title: count === 1 ? 'Скоро удалим файл' : `Скоро удалим ${title}`,
      paragraphs: [
        greeting(name),
        count === 1
          ? `Запись «${title}» и её текст хранятся до ${day}. Потом мы их удалим, и вернуть их будет нельзя.`
          : 'У этих записей и их текстов заканчивается срок хранения. Потом мы их удалим, и вернуть их будет нельзя.',
        'Скачай то, что нужно. Тариф с более долгим хранением продлит срок и для уже загруженных файлов.',
      ],
      ...(count > 1 && {
        digest: {
          title: 'Что удалим',
          items: [...sorted.map((file) => lineOf(file, timeZone)), ...othersLine(others)],
        },
      }),
      button: { text: count === 1 ? 'Открыть файл' : 'Открыть файлы', url: link },
    })
  },
} as const

function lineOf({ fileName, keepUntil }: Expiring['files'][number], timeZone: string | null): string {
  return `${titleOf(fileName)} — до ${dayOf(keepUntil, timeZone)}`
}

function othersLine(others: number): string[] {
  return others > 0 ? [`и ещё ${countOf(others, ['файл', 'файла', 'файлов'])}`] : []
}
