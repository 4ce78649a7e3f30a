import { errors } from '@doslovno/domain/errors.ts'
import { documentTexts } from '@doslovno/texts/api-docs/document.ts'

import { type ApiOperation, operations } from './operations.ts'
import { possibleErrors, type PublicErrorCode } from './possible-errors.ts'
import { ref } from './schemas.ts'
import { errorTexts } from './texts.ts'

type Codes = readonly PublicErrorCode[]

/** The error responses of a call: one per status, shared by all calls that have the same codes there. */
export function failuresOf(operation: ApiOperation): Record<string, { $ref: string }> {
  const entries = codesByStatus(operation).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${nameOf(codes)}` },
  ])
  return Object.fromEntries(entries) as Record<string, { $ref: string }> // Object.fromEntries takes any value
}

/** All those responses, by name. */
export function failureResponses(): Record<string, unknown> {
  const all = operations.flatMap(codesByStatus).map(([status, codes]) => [nameOf(codes), response(status, codes)])
  return Object.fromEntries(all) as Record<string, unknown>
}

function codesByStatus(operation: ApiOperation): [number, Codes][] {
  const codes = [...new Set(possibleErrors(operation))].toSorted()
  return [...Map.groupBy(codes, (code) => errors[code].status)]
}

/** `AlreadyProcessedOrKeyInUse` */
function nameOf(codes: Codes): string {
  return codes.map((code) => code.charAt(0).toUpperCase() + code.slice(1)).join('Or')
}

function response(status: number, codes: Codes) {
  const lines = codes.map((code) => documentTexts.errorLine(code, errorTexts[code]))
  const schema = { allOf: [ref('ErrorBody'), { properties: { code: { enum: codes } } }] }
  const examples = codes.map((code) => [code, { value: exampleOf(code) }])
  return {
    description: lines.join('\n'),
    headers: { ...commonHeaders, ...(status === 429 || status === 503 ? retryHeaders : {}) },
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) as unknown } },
  }
}

function exampleOf(code: PublicErrorCode) {
  const { message } = errors[code]
  return { error: message, code, message }
}

const texts = documentTexts.headers
const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Headers of replies, as components. */
export const headers = {
  RequestId: { description: texts.requestId, schema: { type: 'string', format: 'uuid' } },
  RateLimit: text(texts.rateLimit),
  RateLimitPolicy: text(texts.rateLimitPolicy),
  ETag: text(texts.etag),
  RetryAfter: { description: texts.retryAfter, schema: { type: 'integer', minimum: 1 } },
}

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

export const commonHeaders = {
  'x-request-id': headerRef('RequestId'),
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}
export const tagHeaders = { ETag: headerRef('ETag') }
export const retryHeaders = { 'Retry-After': headerRef('RetryAfter') }

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: texts.idempotencyKey,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: texts.ifNoneMatch,
  schema: { type: 'string' },
}
