import { type ExportFormat, notificationFormats } from '@doslovno/domain/export/formats.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { mailTexts } from '@doslovno/texts/mails.ts'
import { readyMail } from '@doslovno/texts/notification-mails.ts'
import { transcriptFile } from '@doslovno/texts/transcript-file.ts'

import type { Context } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { isMaking, type MailedSummary, summaryForMail } from '#features/summaries/index.ts'
import { listSegments, speakerNames } from '#features/transcripts/index.ts'
import type { MailAttachment, MailExtras, RenderedMail } from '#platform/mail-message.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { mail, type Outcome } from './jobs.ts'
import { type News, newsOf } from './notify.ts'
import { markMailed, wasMailed } from './repo.ts'
import { unsubscribeToken } from './settings.ts'

/**
 * E-mails the outcome of a process once. SMTP cannot tell whether a mail whose answer was lost has arrived, so a repeat
 * after that has the same Message-ID, by which mail services drop it.
 */
export async function mailOutcome(ctx: Context, payload: Outcome): Promise<void> {
  const { processId, waitUntil } = payload
  const news = await newsOf(ctx, payload)
  if (!news?.owner.email || !news.settings.isEmailOn || (await wasMailed(ctx.db, processId))) return
  const isSummaryAwaited = !news.failure && ctx.now() < new Date(waitUntil)
  if (isSummaryAwaited && (await isMaking(ctx.db, payload.scriptId)))
    return ctx.db.transaction().execute((tx) => ctx.jobs.putOff(tx, mail, payload))
  const written = await writeMail(ctx, news)
  const extras = { headers: unsubscribeHeaders(ctx, news), messageId: `notification-${processId}` }
  await ctx.mail.send(news.owner.email, { ...written, ...extras })
  await markMailed(ctx.db, processId, ctx.now())
}

async function writeMail(ctx: Context, news: News): Promise<RenderedMail & MailExtras> {
  const { script, owner, settings, failure } = news
  const link = `${ctx.config.publicUrl}/files/${script.id}`
  const common = { name: owner.name, fileName: script.fileName, link }
  const unsubscribeUrl = `${ctx.config.publicUrl}/unsubscribe?token=${tokenFor(ctx, news)}`
  if (failure)
    return renderMail({ ...mailTexts.scriptFailed({ ...common, code: failure }), unsubscribeUrl }, ctx.config)
  const segments = await listSegments(ctx.db, script.id)
  const summary = await summaryForMail(ctx, script, segments)
  const { attachments, leftOut } = await attach(ctx, { script, segments, summary, formats: settings.formats })
  const ready = readyMail({
    ...common,
    isWhole: script.unheard.length === 0,
    about: summary.about,
    main: summary.main,
    attached: attachments.length,
    leftOut,
  })
  return { ...renderMail({ ...ready, unsubscribeUrl }, ctx.config), attachments }
}

/** One-click unsubscribing (RFC 8058). */
function unsubscribeHeaders(ctx: Context, news: News): Record<string, string> {
  return {
    'List-Unsubscribe': `<${ctx.config.publicUrl}/api/notifications/unsubscribe?token=${tokenFor(ctx, news)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function tokenFor({ config }: Context, { owner }: News): string {
  return unsubscribeToken(config.tokenSecret, owner.id)
}

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
