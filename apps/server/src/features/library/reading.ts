import { getReading } from '@doslovno/contract/scripts.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { packTimes, wordsByText } from '@doslovno/domain/transcript/word-times.ts'

import type { Context } from '#context.ts'
import { mediaOf, readableRevision } from '#features/scripts/index.ts'
import { listSegments, speakerNames } from '#features/transcripts/index.ts'
import type { LongReply } from '#platform/http/long-reply.ts'

import { repeatSeconds, versionOf } from './read.ts'

/** Reads only the fields that play a text: a tenth of the bytes of `readScript`. */
export async function readText(ctx: Context, id: string, actor: Actor | undefined): Promise<LongReply> {
  const { revision, ...script } = await readableRevision(ctx.db, id, actor)
  const hasText = isCompleted(script.status)
  const repeatedSeconds = hasText ? repeatSeconds(ctx) : 0

  const build = async () => {
    const [segments, names, media] = await Promise.all([
      hasText ? listSegments(ctx.db, id) : [],
      speakerNames(ctx.db, id),
      mediaOf(ctx, script),
    ])
    const spoken = segments.map((segment) => ({ ...segment, words: wordsByText(segment) }))
    const reading = {
      type: script.kind,
      duration: script.durationSeconds,
      ...media,
      srcSeconds: media.srcSeconds - repeatedSeconds,
      speakerNames: names,
      paragraphs: toParagraphs(spoken).map(({ words, ...paragraph }) => ({ ...paragraph, times: packTimes(words) })),
      unheard: script.unheard,
    }
    return JSON.stringify(getReading.reply.parse(reading))
  }
  if (!hasText) return { build }
  const until = new Date(ctx.now().getTime() + repeatedSeconds * 1000)
  return { state: { subject: `reading-${id}`, version: versionOf({ revision }), until }, build }
}
