import { documentTexts } from '@doslovno/texts/api-docs/document.ts'

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
