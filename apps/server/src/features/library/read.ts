import type { Script } from '@doslovno/contract/scripts.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { mediaOf } from '#features/recordings/index.ts'
import { readableScript } from '#features/scripts/index.ts'
import { summariesOf } from '#features/summaries/index.ts'
import { progressOf } from '#features/transcription/index.ts'
import { listSegments, speakerNames } from '#features/transcripts/index.ts'

import { scriptView, secondsForStart } from './view.ts'

/** Everything the page of a file shows. */
export async function readScript(ctx: Context, id: string, actor: Actor | undefined): Promise<Script> {
  const script = await readableScript(ctx.db, id, actor)
  const text = isCompleted(script.status) ? listSegments(ctx.db, id) : Promise.resolve([])
  const [processes, segments, names, media, availableSeconds, summaries] = await Promise.all([
    progressOf(ctx.db, script.processId ? [script.processId] : [], ctx.now()),
    text,
    speakerNames(ctx.db, id),
    mediaOf(ctx, script),
    secondsForStart(ctx, actor, [script]),
    summariesOf(ctx, script, text, actor),
  ])
  const process = processes.get(script.processId ?? '')
  return scriptView({ script, process, segments, names, media, availableSeconds, summaries }, actor)
}
