import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { peaksOf } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'
import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'

import { createMedia } from '#adapters/media/index.ts'
import type { Context } from '#context.ts'
import { insertScript, originalKey, playbackKey, updateScript } from '#features/scripts/index.ts'
import { completeProcess, insertProcess } from '#features/transcription/process-repo.ts'
import { readLevels } from '#features/transcription/tasks/samples.ts'
import { saveTranscript } from '#features/transcripts/index.ts'
import { withWorkFolder } from '#platform/process/work-folder.ts'

const PEAKS = 1200
const MONTH_MS = 30 * 24 * 3600 * 1000
const OPTIONS = { mediaType: 'other', speakersCount: -2, language: 'ru', badQuality: false, templateId: null } as const

/** One speaker's words between two seconds of the recording. */
export type Spoken = { text: string; start: number; end: number; speaker?: number }

export type RecordedScript = {
  userId: string
  fileName: string
  contentType: string
  content: Buffer
  spoken: readonly Spoken[]
  unheard?: readonly Span[]
}

/**
 * Stores a file exactly as the pipeline leaves it: original and playback copy in storage, peaks, a complete process
 * and a transcript with word times. Only the recognition is left out, so a test gets it in a second.
 */
export async function addRecordedScript(ctx: Context, recorded: RecordedScript): Promise<string> {
  const { userId, fileName, contentType, content, spoken, unheard = [] } = recorded
  const [id, processId, now] = [randomUUID(), randomUUID(), ctx.now()]
  const { kind, durationSeconds, peaks } = await storeMedia(ctx, id, content, contentType)
  await ctx.db.transaction().execute(async (tx) => {
    const keepUntil = new Date(now.getTime() + MONTH_MS)
    await insertScript(tx, { id, userId, fileName, sizeBytes: content.length, kind, contentType, uploadedAt: now, keepUntil }) // prettier-ignore
    const isPaid = true
    await insertProcess(tx, { id: processId, scriptId: id, userId, isPaid, isForced: false, secondsTotal: durationSeconds, ...OPTIONS }) // prettier-ignore
    await completeProcess(tx, processId, now, null)
    await saveTranscript(tx, { scriptId: id, userId }, spoken.flatMap(segmentsOf))
    const found = { kind, durationSeconds, peaks, language: 'ru', inspectedAt: now, hasPlayback: true }
    await updateScript(tx, id, { ...found, processId, status: 'complete', unheard: [...unheard] })
  })
  return id
}

async function storeMedia({ config, storage }: Context, id: string, content: Buffer, contentType: string) {
  const media = createMedia()
  const { signal } = new AbortController()
  return withWorkFolder(config.workDir, async (folder) => {
    const original = join(folder, 'original')
    await writeFile(original, content)
    const { kind } = await media.probe(original, signal)
    const { levels, durationSeconds } = await readLevels(
      await media.decode(original, folder, { seconds: 3600 }, signal),
    )
    await storage.putFile(originalKey(id), original, { contentType })
    const copy = await media.toPlayback(original, folder, signal)
    await storage.putFile(playbackKey(id), copy, { contentType: 'audio/mp4' })
    return { kind, durationSeconds, peaks: peaksOf(levels, PEAKS) }
  })
}

function segmentsOf({ text, start, end, speaker = 0 }: Spoken): Segment[] {
  return toSegments(spreadWords(text.split(' '), { start, end }), speaker)
}
