import { schemaNote } from '@doslovno/texts/summaries/model.ts'

import type { LlmConfig } from '#platform/config.ts'

import type { Refusal } from './failure.ts'
import type { LlmRequest } from './port.ts'

/** Dialects of servers: each list goes from the usual to the last resort. */
const jsonRungs = ['schema', 'object', 'text'] as const
const limitNames = ['max_tokens', 'max_completion_tokens', undefined] as const

export type Dialect = {
  json: (typeof jsonRungs)[number]
  limitName: (typeof limitNames)[number]
  hasTemperature: boolean
}

const TEMPERATURE = 0.2

export const firstDialect: Dialect = { json: 'schema', limitName: 'max_tokens', hasTemperature: true }

/** The dialect to try after a refusal; undefined if the refusal is about something else, or nothing is left to try. */
export function nextDialect(dialect: Dialect, { param }: Refusal): Dialect | undefined {
  const steps = { json: () => nextRung(dialect), limit: () => nextLimit(dialect), heat: () => cooler(dialect) }
  if (!param) return steps.json() ?? steps.limit() ?? steps.heat()
  if (param.startsWith('response_format')) return steps.json()
  if (param.startsWith('max_')) return steps.limit()
  return param === 'temperature' ? steps.heat() : undefined
}

export function nextRung(dialect: Dialect): Dialect | undefined {
  const rung = jsonRungs[jsonRungs.indexOf(dialect.json) + 1]
  return rung && { ...dialect, json: rung }
}

function nextLimit(dialect: Dialect): Dialect | undefined {
  if (dialect.limitName === undefined) return undefined
  return { ...dialect, limitName: limitNames[limitNames.indexOf(dialect.limitName) + 1] }
}

const cooler = (dialect: Dialect) => (dialect.hasTemperature ? { ...dialect, hasTemperature: false } : undefined)

/** The texts of a call; a server that takes no schema gets it as text. */
export function textsOf({ system, prompt, schema }: Asked, { json }: Dialect): { system: string; prompt: string } {
  return { system, prompt: json === 'schema' ? prompt : prompt + schemaNote(schema.name, schema.schema) }
}

type Asked = Pick<LlmRequest<unknown>, 'system' | 'prompt' | 'schema' | 'maxTokens'>

/** A chat completion without tools, streams and storing. */
export function bodyOf(asked: Asked, dialect: Dialect, { model, extraBody }: Pick<LlmConfig, 'model' | 'extraBody'>) {
  const { system, prompt } = textsOf(asked, dialect)
  const { limitName } = dialect
  return {
    model,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: prompt },
    ],
    ...(limitName && { [limitName]: asked.maxTokens }),
    ...(dialect.hasTemperature && { temperature: TEMPERATURE }),
    ...formatOf(asked, dialect),
    ...extraBody,
  }
}

function formatOf({ schema: { name, schema } }: Asked, { json }: Dialect) {
  if (json === 'text') return {}
  if (json === 'object') return { response_format: { type: 'json_object' as const } }
  // The SDK wants an index signature, which a plain object type lacks.
  const given = schema as Record<string, unknown>
  return { response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema: given } } }
}
