import * as z from 'zod'

import { splitSchema } from './prompt.ts'
import type { NamedSchema } from './purpose.ts'

export const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('json_schema'), json_schema: z.object({ name: z.string(), schema: z.unknown() }) }),
      z.object({ type: z.literal('json_object') }),
    ])
    .optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  temperature: z.number().optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** The texts of a request without a schema in them, and the schema wherever it stood. */
export function readMessages({ messages, response_format }: ChatRequest): Asked {
  const textOf = (role: string) => messages.flatMap((one) => (one.role === role ? [one.content] : [])).join('\n')
  const { prompt, named } = splitSchema(textOf('user'))
  const sent = response_format?.type === 'json_schema' ? response_format.json_schema : named
  return { system: textOf('system'), prompt, named: sent }
}

export type Asked = { system: string; prompt: string; named: NamedSchema | undefined }
