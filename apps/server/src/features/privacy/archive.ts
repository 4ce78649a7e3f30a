import { createNames, titleOf } from '@doslovno/domain/export/download-name.ts'
import { exportTranscript } from '@doslovno/domain/export/export-transcript.ts'
import { exportFormats } from '@doslovno/domain/export/formats.ts'
import { archiveTexts } from '@doslovno/texts/account/data-archive.ts'
import { docxLabels, unheardMarks } from '@doslovno/texts/export.ts'
import { russianLineBreaks } from '@doslovno/texts/language/line-breaks.ts'
import { defaultSpeakerName } from '@doslovno/texts/voices.ts'

import type { Context } from '#context.ts'
import { exportFactors, exportKey, exportSessions, exportSignIns } from '#features/accounts/index.ts'
import { exportOf as billingOf } from '#features/billing/index.ts'
import { exportOf as linksOf } from '#features/links/index.ts'
import { exportOf as notificationsOf } from '#features/notifications/index.ts'
import { exportAudit, exportFeedback } from '#features/operations/index.ts'
import { exportFolders, originalKey, scriptById, scriptIdsOf } from '#features/scripts/index.ts'
import { exportOf as summariesOf } from '#features/summaries/index.ts'
import { exportOf as processesOf } from '#features/transcription/index.ts'
import { exportOf as textOf } from '#features/transcripts/index.ts'
import { exportOf as uploadsOf } from '#features/uploads/index.ts'
import { exportOf as profileOf } from '#features/users/index.ts'
import { exportOf as vocabularyOf } from '#features/vocabulary/index.ts'
import { exportOf as webhooksOf } from '#features/webhooks/index.ts'
import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'
import type { Zip } from '#platform/zip.ts'

/** Writes everything that the service stores about a person. Each feature tells its own part; none tells a secret. */
export async function fillArchive(ctx: Context, archive: Archive): Promise<void> {
  const { zip, userId, signal } = archive
  const madeAt = ctx.now()
  await zip.add('README.txt', archiveTexts.readme(madeAt))
  const facts = await inOneMoment(ctx.db, (db) => factsOf(db, userId))
  for (const [path, content] of Object.entries(facts)) await zip.add(path, json(content))
  const nameOf = createNames()
  for (const scriptId of await scriptIdsOf(ctx.db, userId)) {
    signal.throwIfAborted()
    await addFile(ctx, archive, { scriptId, nameOf })
  }
  zip.end()
}

async function factsOf(db: Db, userId: string): Promise<Record<string, unknown>> {
  const { tariff, payments, minutes, promo } = await billingOf(db, userId)
  return {
    'account.json': {
      profile: await profileOf(db, userId),
      ...(await exportSignIns(db, userId)),
      sessions: await exportSessions(db, userId),
      events: await exportAudit(db, userId),
    },
    'protection.json': await exportFactors(db, userId),
    'notifications.json': await notificationsOf(db, userId),
    'api-key.json': await exportKey(db, userId),
    'webhooks.json': await webhooksOf(db, userId),
    'vocabulary.json': await vocabularyOf(db, userId),
    'folders.json': await exportFolders(db, userId),
    'feedback.json': await exportFeedback(db, userId),
    'uploads.json': { uploads: await uploadsOf(db, userId), links: await linksOf(db, userId) },
    'billing/tariff.json': tariff,
    'billing/payments.json': payments,
    'billing/minutes.json': minutes,
    'billing/promo.json': promo,
  }
}

type File = { scriptId: string; nameOf: (wished: string) => string }
type Text = Awaited<ReturnType<typeof textOf>>
type Content = { script: ScriptRow; text: Text; processes: unknown; summaries: Awaited<ReturnType<typeof summariesOf>> }

/** Adds the folder of one file: what is known of it, its recording and its text. A file deleted meanwhile is left out. */
async function addFile(ctx: Context, archive: Archive, { scriptId, nameOf }: File): Promise<void> {
  const content = await inOneMoment(ctx.db, (db) => contentOf(db, scriptId))
  if (!content) return
  const { zip } = archive
  const { script, text, summaries } = content
  const modifiedAt = script.uploadedAt
  const folder = `files/${nameOf(`${modifiedAt.toISOString().slice(0, 10)} ${titleOf(script.fileName)}`)}`
  await zip.add(`${folder}/metadata.json`, json(metadataOf(content)), { modifiedAt })
  if (text.segments.length > 0) await addText(zip, folder, content)
  if (summaries.summaries.length > 0) await zip.add(`${folder}/summaries.json`, json(summaries.summaries))
  if (summaries.chapters.length > 0) await zip.add(`${folder}/chapters.json`, json(summaries.chapters))
  if (summaries.tasks.length > 0) await zip.add(`${folder}/tasks.json`, json(summaries.tasks))
  await addRecording(ctx, archive, { folder, script })
}

async function contentOf(db: Db, scriptId: string): Promise<Content | undefined> {
  const script = await scriptById(db, scriptId)
  if (!script) return undefined
  const processes = await processesOf(db, scriptId)
  return { script, text: await textOf(db, scriptId), processes, summaries: await summariesOf(db, scriptId) }
}

/** Peaks are a picture of the recording, which is in the archive itself. */
function metadataOf({ script, processes }: Content) {
  const { peaks: _, userId: __, ...metadata } = script
  return { ...metadata, processes }
}

async function addText(zip: Zip, folder: string, { script, text }: Content): Promise<void> {
  await zip.add(`${folder}/transcript.json`, json(text))
  const named = new Map(text.speakers.map(({ speakerId, name }) => [speakerId, name]))
  const source = {
    fileName: script.fileName,
    unheard: unheardMarks(script.unheard),
    segments: text.segments,
    nameOf: (speaker: number) => named.get(speaker) ?? defaultSpeakerName(speaker),
    rules: russianLineBreaks,
    labels: docxLabels,
  }
  const options = { speakers: (script.speakers ?? 0) > 1, timecodes: true }
  for (const format of exportFormats) {
    const { content } = await exportTranscript(format, source, options)
    await zip.add(`${folder}/transcript.${format}`, content)
  }
}

type Recording = { folder: string; script: ScriptRow }

/** The recording under its own name, beside the files above; one that has expired or is lost has no entry. */
async function addRecording(ctx: Context, { zip, signal }: Archive, { folder, script }: Recording): Promise<void> {
  const key = originalKey(script.id)
  if (script.expiredAt || (await ctx.storage.sizeOf(key)) === undefined) return
  const nameOf = createNames()
  for (const taken of ['metadata', 'transcript', 'summaries', 'chapters', 'tasks']) nameOf(`${taken}.json`)
  for (const format of exportFormats) nameOf(`transcript.${format}`)
  const original = await ctx.storage.read(key, signal)
  const options = { modifiedAt: script.uploadedAt, isStored: true }
  await zip.add(`${folder}/${nameOf(script.fileName)}`, original, options)
}

/** Reads the database as it is at one moment, however many queries it takes. */
function inOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** The archive of a person's data while it is written. */
type Archive = { zip: Zip; userId: string; signal: AbortSignal }

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`
}
