import { PassThrough } from 'node:stream'

import { scopes } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { streamUpload } from '#features/uploads/stream.ts'

import { toWav } from './recordings.ts'

/** An upload whose last byte has not arrived; `end` sends it and returns the outcome. */
export function startSlowUpload(ctx: Context, userId: string) {
  const body = new PassThrough()
  const actor = { kind: 'session', userId, sessionId: '', scopes } as const
  const outcome = streamUpload(ctx, actor, { fileName: 'a.wav', contentType: 'audio/wav', body })
  body.write(toWav(Buffer.alloc(64_000)))
  return {
    end: () => {
      body.end()
      return outcome
    },
  }
}
