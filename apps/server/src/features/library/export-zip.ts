import type { Input } from '@doslovno/contract/endpoint.ts'
import type { exportScripts } from '@doslovno/contract/folders.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { createNames } from '@doslovno/domain/export/download-name.ts'
import type { ExportedFile } from '@doslovno/domain/export/export-transcript.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { zipTexts } from '@doslovno/texts/files.ts'
import { transcriptFile } from '@doslovno/texts/transcript-file.ts'

import type { Context } from '#context.ts'
import { ownScripts } from '#features/scripts/index.ts'
import { summaryForMail } from '#features/summaries/index.ts'
import { listSegments, speakerNames } from '#features/transcripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Download } from '#platform/http/route.ts'
import { Slots } from '#platform/limits/slots.ts'
import type { ScriptRow } from '#platform/tables.ts'
import { openZip, type Zip } from '#platform/zip.ts'

type Asked = Input<typeof exportScripts>['body']
type Choice = Omit<Asked, 'scriptIds'>

/** Texts of all archives are made one after another: each takes the processor for a moment. */
const slots = new Slots(1, Infinity)

/** The texts of files as one archive, made while it is read: one text is in memory at a time. */
export async function zipScripts(ctx: Context, actor: Actor, { scriptIds, ...choice }: Asked): Promise<Download> {
  const scripts = await ownScripts(ctx.db, scriptIds, actor, 'read')
  if (!scripts.some(hasText)) throw new AppError('noText')
  await ctx.rateLimits.spend('zipsByUser', actor.userId)
  const zip = openZip()
  fill(ctx, zip, scripts, choice).catch((error: unknown) => {
    // A disconnected client has closed the archive already.
    if (!zip.output.destroyed) zip.output.destroy(new Error('The archive was not written', { cause: error }))
  })
  return { name: zipTexts.fileName(ctx.now()), mediaType: 'application/zip', content: zip.output }
}

async function fill(ctx: Context, zip: Zip, scripts: readonly ScriptRow[], choice: Choice): Promise<void> {
  const nameOf = createNames()
  const leftOut: string[] = []
  for (const script of scripts) {
    const file = hasText(script) ? await slots.use(() => fileOf(ctx, script, choice)) : undefined
    if (file) await zip.add(nameOf(file.name), file.content, { modifiedAt: script.uploadedAt })
    else leftOut.push(script.fileName)
  }
  if (leftOut.length > 0) await zip.add(nameOf(zipTexts.leftOutName), zipTexts.leftOut(leftOut))
  zip.end()
}

/** Undefined if the file was deleted meanwhile. */
async function fileOf(ctx: Context, script: ScriptRow, choice: Choice): Promise<ExportedFile | undefined> {
  const segments = await listSegments(ctx.db, script.id)
  if (segments.length === 0) return undefined
  const { fileName, unheard, speakers, language } = script
  const names = await speakerNames(ctx.db, script.id)
  const hasOutline = choice.outline && (choice.format === 'txt' || choice.format === 'docx')
  const derived = hasOutline ? await summaryForMail(ctx, script, segments) : undefined
  const transcript = { fileName, speakers: speakers ?? 0, speakerNames: names, unheard, script: segments }
  // Only the rules of Russian are known.
  return transcriptFile(transcript, { ...choice, view: language === 'ru' ? choice.view : 'verbatim' }, derived)
}

function hasText({ status, expiredAt }: ScriptRow): boolean {
  return isCompleted(status) && expiredAt === null
}
