import type { ErrorBody, FieldErrorBody } from './api.ts'

type Details = {
  /** HTTP status; 0 if there was no reply. */
  status: number
  /** Decide by it; `network` if there was no reply. */
  code: string
  message: string
  /** Errors by field of the request. */
  fields?: Record<string, FieldErrorBody> | undefined
  /** Tell it to the support. */
  requestId?: string | undefined
  /** Seconds to wait before a repeat. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** Every failure of a call, and of a recording that could not be processed. */
export class DoslovnoError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, FieldErrorBody>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor({ status, code, message, fields = {}, requestId, retryAfter, cause }: Details) {
    super(message, { cause })
    this.name = 'DoslovnoError'
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** The failure that a reply reports, also one that does not come from the API itself but from a proxy before it. */
export async function errorOf(reply: Response): Promise<DoslovnoError> {
  const text = await reply.text()
  const { code = 'unexpected', message, fields } = bodyOf(text)
  const retryAfter = Number(reply.headers.get('retry-after'))
  return new DoslovnoError({
    status: reply.status,
    code,
    message: message ?? `The service replied ${reply.status}`,
    fields,
    requestId: reply.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  })
}

/** `/v1` reports errors in the shape of OpenAI. */
function bodyOf(text: string): Partial<Pick<ErrorBody, 'code' | 'message' | 'fields'>> {
  try {
    const body = JSON.parse(text) as { code?: string; error?: unknown } | null
    if (!body || typeof body !== 'object') return {}
    return body.code === undefined && typeof body.error === 'object'
      ? ((body.error ?? {}) as ErrorBody)
      : (body as ErrorBody)
  } catch {
    return {}
  }
}
