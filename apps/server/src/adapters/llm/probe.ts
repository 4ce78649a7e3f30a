import { probe } from '@doslovno/texts/summaries/model.ts'
import * as z from 'zod'

import type { LlmRequest } from './port.ts'

const TOKENS = 16

/** A short question whose length is known: shows whether the server answers, in which dialect, and how it counts. */
export const probeRequest: LlmRequest<{ ok: boolean }> = {
  purpose: 'probe',
  system: probe.system,
  prompt: probe.text,
  schema: {
    name: 'probe',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['ok'],
      properties: { ok: { type: 'boolean' } },
    },
  },
  reply: z.object({ ok: z.boolean() }),
  maxTokens: TOKENS,
}
