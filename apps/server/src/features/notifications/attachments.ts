import { type ExportFormat, notificationFormats } from '@doslovno/domain/export/formats.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { transcriptFile } from '@doslovno/texts/transcript-file.ts'

import type { Context } from '#context.ts'
import type { MailedSummary } from '#features/summaries/index.ts'
import { speakerNames } from '#features/transcripts/index.ts'
import type { MailAttachment } from '#platform/mail-message.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** Together; base64 adds a third, and many mail services accept 20 MB. */
const MOST_BYTES = 10_000_000

type Finished = {
  script: ScriptRow
  segments: readonly Segment[]
  summary: MailedSummary
  formats: readonly ExportFormat[]
}

/** The chosen files, as browsers make them, as far as they fit into a mail together. */
export async function attach(
  { db }: Context,
  { script, segments, summary, formats }: Finished,
  mostBytes = MOST_BYTES,
): Promise<{ attachments: MailAttachment[]; leftOut: ExportFormat[] }> {
  const { fileName, unheard, speakers } = script
  const names = formats.length > 0 ? await speakerNames(db, script.id) : []
  const transcript = { fileName, speakers: speakers ?? 0, speakerNames: names, unheard, script: segments }
  const attachments: MailAttachment[] = []
  const leftOut: ExportFormat[] = []
  let bytes = 0
  for (const format of notificationFormats.filter((one) => formats.includes(one))) {
    const file = await transcriptFile(transcript, { format, speakers: true, timecodes: true }, summary)
    const size = Buffer.byteLength(file.content)
    if (bytes + size > mostBytes) leftOut.push(format)
    else {
      bytes += size
      attachments.push(file)
    }
  }
  return { attachments, leftOut }
}
