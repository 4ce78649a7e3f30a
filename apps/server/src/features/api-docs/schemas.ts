import { listScripts } from '@doslovno/contract/scripts.ts'
import { sorts } from '@doslovno/domain/script/sort.ts'
import * as z from 'zod/mini'

import { type ComponentName, components } from './components.ts'
import { operations } from './operations.ts'
import { componentTexts, type FieldTexts, type Part, parts } from './texts.ts'

export type Schema = z.core.JSONSchema.BaseSchema
type Io = 'input' | 'output'

const SAFE = Number.MAX_SAFE_INTEGER
const uri = (name: string) => `#/components/schemas/${name}`
export const ref = (name: ComponentName) => ({ $ref: uri(name) })

/** Names of schemas: those of components, and one for each part of a call that is not a component. */
const names = new Map<z.ZodMiniType, string>(Object.entries(components).map(([name, schema]) => [schema, name]))
const anonymous = operations.flatMap(({ endpoint }) => parts.flatMap((part) => endpoint[part] ?? []))
for (const schema of anonymous) if (!names.has(schema)) names.set(schema, `part${names.size}`)

const registry = z.registry<{ id?: string }>()
for (const [schema, id] of names) registry.add(schema, { id })
// A transform hides what this parameter accepts.
const hints = z.registry<{ enum: readonly string[]; default: string }>()
hints.add(listScripts.query.shape.sort, { enum: sorts, default: sorts[0] })

const schemas = { input: convert('input'), output: convert('output') }

/** The JSON schema of a part of a call, with the texts of its fields. */
export function partSchema(part: Part, schema: z.ZodMiniType, texts: FieldTexts | undefined): Schema {
  const name = names.get(schema) ?? ''
  if (Object.hasOwn(components, name)) return { $ref: uri(name) }
  return withTexts(schemas[part === 'reply' ? 'output' : 'input'][name] ?? {}, texts ?? {})
}

/** The schemas of all components. */
export function componentSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(componentTexts).map(([name, { about, fields }]) => [
      name,
      { description: about, ...withTexts(schemas.input[name] ?? {}, fields) },
    ]),
  )
}

function convert(io: Io): Record<string, Schema> {
  return z.toJSONSchema(registry, { io, uri, metadata: hints, override: simplify }).schemas
}

/** Leaves out what says nothing to a reader, and what would forbid new fields in replies. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }): void {
  if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum
  if (jsonSchema.maximum === SAFE) delete jsonSchema.maximum
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern
  const { def } = zodSchema._zod
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
  if (def.type === 'union' && 'discriminator' in def) {
    jsonSchema.discriminator = { propertyName: def.discriminator }
  }
  delete jsonSchema.$schema
  delete jsonSchema.$id
}

function withTexts(schema: Schema, texts: FieldTexts): Schema {
  const { properties, $schema: _schema, $id: _id, ...rest } = schema
  if (!properties) return rest
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, described(name, property as Schema, texts[name])]),
    ),
  }
}

function described(name: string, property: Schema, description: string | undefined): Schema {
  const isMoment = name.endsWith('At') || name === 'timestamp'
  return { ...property, ...(isMoment ? { format: 'date-time' } : {}), ...(description ? { description } : {}) }
}
