import { createNames } from '@doslovno/domain/export/archive-names.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'
import { exportTranscript } from '@doslovno/domain/export/export-transcript.ts'
import { exportFormats } from '@doslovno/domain/export/formats.ts'
import { docxLabels, unheardMarks } from '@doslovno/texts/export.ts'
import { russianLineBreaks } from '@doslovno/texts/language/line-breaks.ts'
import { defaultSpeakerName } from '@doslovno/texts/speakers.ts'

import type { Context } from '#context.ts'
import { originalKey, scriptById } from '#features/scripts/index.ts'
import { exportOf as summariesOf } from '#features/summaries/index.ts'
import { exportOf as processesOf } from '#features/transcription/index.ts'
import { exportOf as textOf } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'
import type { Zip } from '#platform/zip.ts'

import { type Archive, json } from './archive-format.ts'
import { inOneMoment } from './one-moment.ts'

type File = { scriptId: string; nameOf: (wished: string) => string }
type Text = Awaited<ReturnType<typeof textOf>>
type Content = { script: ScriptRow; text: Text; processes: unknown; summaries: Awaited<ReturnType<typeof summariesOf>> }

/** Adds the folder of one file: what is known of it, its recording and its text. A file deleted meanwhile is left out. */
export async function addFile(ctx: Context, archive: Archive, { scriptId, nameOf }: File): Promise<void> {
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
