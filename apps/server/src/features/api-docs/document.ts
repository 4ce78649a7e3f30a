import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { granularities, responseFormats, SCRIPT_HEADER } from '@doslovno/contract/transcriptions.ts'
import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import { documentTexts, eventTexts, introduction, messageTexts, tagTexts } from '@doslovno/texts/api-docs/document.ts'
import { openaiTexts } from '@doslovno/texts/api-docs/openai.ts'

import type { ComponentName } from './components.ts'
import {
  commonHeaders,
  failureResponses,
  failuresOf,
  headers,
  idempotencyKey,
  ifNoneMatch,
  retryHeaders,
  tagHeaders,
} from './failures.ts'
import { type ApiOperation, operations, pathOf, scopeOf } from './operations.ts'
import { componentSchemas, partSchema, ref, type Schema } from './schemas.ts'
import { operationTexts } from './texts.ts'

export const examples = JSON.parse(readFileSync(resolve(import.meta.dirname, 'examples.json'), 'utf8')) as Record<
  string,
  Recorded
>

const eventComponents = {
  'script.completed': 'ScriptCompleted',
  'script.failed': 'ScriptFailed',
  'summary.completed': 'SummaryCompleted',
  'webhook.test': 'WebhookTest',
} as const satisfies Record<Event, ComponentName>

type Json = Record<string, unknown>
export type OpenApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Json>>
  components: Json & { schemas: Record<string, Schema> }
} & Json

type Options = { publicUrl: string; version: string }

/** The description of the public API by OpenAPI 3.1, generated from the contract. */
export function openApiDocument({ publicUrl, version }: Options): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: documentTexts.title,
      version,
      description: introduction(publicUrl).trim(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: documentTexts.server }],
    tags: Object.entries(tagTexts).map(([name, { title, description }]) => ({
      name,
      'x-displayName': title,
      description,
    })),
    security: [{ apiKey: [] }],
    paths: { ...contractPaths(), ...openaiPaths() },
    webhooks: eventDocs(),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: documentTexts.security } },
      parameters: { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch },
      headers,
      responses: failureResponses(),
      schemas: componentSchemas(),
    },
  }
}

function contractPaths(): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const path = pathOf(operation.endpoint)
    paths[path] = { ...paths[path], [operation.endpoint.method.toLowerCase()]: describe(operation) }
  }
  return paths
}

function describe(operation: ApiOperation): Json {
  const { name, tag, endpoint } = operation
  const { summary, description } = operationTexts[name]
  const scope = scopeOf(endpoint)
  const isOpen = endpoint.auth === 'optional'
  const access = [documentTexts.scope(scope), ...(isOpen ? [documentTexts.open] : [])].join(' ')
  const parameters = parametersOf(operation)
  const requestBody = requestOf(operation)
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}\n\n${access}`,
    security: [{ apiKey: [scope] }, ...(isOpen ? [{}] : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: replyOf(operation), ...(endpoint.isVersioned && { 304: unchanged }), ...failuresOf(operation) },
  }
}

function parametersOf({ name, endpoint }: ApiOperation): Json[] {
  const places = [
    { part: 'params', place: 'path' },
    { part: 'query', place: 'query' },
  ] as const
  const described = places.flatMap(({ part, place }) => {
    const schema = endpoint[part]
    if (!schema) return []
    const { properties = {}, required = [] } = partSchema(part, schema, operationTexts[name][part])
    return Object.entries(properties).map(([field, property]) => {
      const { description, ...rest } = property as Schema
      return { name: field, in: place, required: required.includes(field), description, schema: rest }
    })
  })
  const shared = [...(endpoint.isCreating ? ['IdempotencyKey'] : []), ...(endpoint.isVersioned ? ['IfNoneMatch'] : [])]
  return [...described, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function requestOf({ name, endpoint }: ApiOperation): Json | undefined {
  if (endpoint.isStreamed) return fileRequest()
  if (!endpoint.body) return undefined
  const schema = partSchema('body', endpoint.body, operationTexts[name].body)
  const required = '$ref' in schema || Boolean(schema.required?.length)
  return { required, content: { 'application/json': { schema, ...exampleOf(name, 'request') } } }
}

function fileRequest(): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: documentTexts.file }
  const schema = { type: 'object', properties: { file }, required: ['file'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const unchanged = { description: documentTexts.unchanged, headers: { ...commonHeaders, ...tagHeaders } }

function replyOf({ name, endpoint }: ApiOperation): Json {
  const schema = partSchema('reply', endpoint.reply, operationTexts[name].reply)
  return {
    description: documentTexts.done,
    headers: { ...commonHeaders, ...(endpoint.isVersioned && tagHeaders) },
    content: { 'application/json': { schema, ...exampleOf(name, 'reply') } },
  }
}

const NAME = 'createTranscription'
const texts = openaiTexts.form

/** The call that is compatible with OpenAI: a form, replies in several formats and errors in OpenAI's shape. */
const openaiPaths = () => ({
  '/v1/audio/transcriptions': {
    post: {
      operationId: NAME,
      tags: ['openai'],
      summary: openaiTexts.summary,
      description: `${openaiTexts.description}\n\n${documentTexts.scope('write')}`,
      security: [{ apiKey: ['write'] }],
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
      responses: { 200: success(), ...failures() },
    },
  },
})

const form = {
  type: 'object',
  required: ['file', 'model'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: texts.file },
    model: { type: 'string', examples: ['whisper-1'], description: texts.model },
    language: { type: 'string', enum: languages, default: 'auto', description: texts.language },
    response_format: { type: 'string', enum: responseFormats, default: 'json', description: texts.response_format },
    'timestamp_granularities[]': {
      type: 'array',
      items: { type: 'string', enum: granularities },
      default: ['segment'],
      description: texts.timestamp_granularities,
    },
    prompt: { type: 'string', description: texts.prompt },
    temperature: { type: 'number', description: texts.temperature },
  },
}

function success() {
  const schema = { anyOf: [ref('VerboseTranscription'), ref('Transcription')] }
  const text = { schema: { type: 'string' } }
  return {
    description: documentTexts.done,
    headers: { ...commonHeaders, ...scriptHeader },
    content: {
      'application/json': { schema, ...exampleOf(NAME, 'reply') },
      'text/plain': text,
      'application/x-subrip': text,
      'text/vtt': text,
    },
  }
}

function failures() {
  return Object.fromEntries(
    Object.entries(openaiTexts.failures).map(([status, description]) => [
      status,
      {
        description,
        headers: { ...commonHeaders, ...scriptHeader, ...(['429', '503'].includes(status) ? retryHeaders : {}) },
        content: { 'application/json': { schema: ref('OpenaiErrorBody') } },
      },
    ]),
  )
}

const scriptHeader = {
  [SCRIPT_HEADER]: { description: openaiTexts.scriptHeader, schema: { type: 'string', format: 'uuid' } },
}

/** The version of the public API; a change that breaks its callers raises the first number. */
export const API_VERSION = '1.0.0'

type Event = WebhookMessage['type']

/** The messages that webhooks get, by Standard Webhooks. */
function eventDocs(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(eventComponents).map(([event, name]) => [event, { post: describeEvent(event as Event, name) }]),
  )
}

function describeEvent(event: Event, name: ComponentName) {
  return {
    operationId: event,
    ...eventTexts[event],
    security: [],
    parameters: [
      header('webhook-id', messageTexts.headers.id),
      header('webhook-timestamp', messageTexts.headers.timestamp),
      header('webhook-signature', messageTexts.headers.signature),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref(name), ...exampleOf(event, 'request') } },
    },
    responses: { '2XX': { description: messageTexts.accepted }, '4XX': { description: messageTexts.refused } },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

type Recorded = { request?: unknown; reply?: unknown }

/** A real request or reply, recorded by `pnpm openapi:examples`. */
function exampleOf(name: string, side: keyof Recorded): { example?: unknown } {
  const example = examples[name]?.[side]
  return example === undefined ? {} : { example }
}
