import { randomUUID } from 'node:crypto'

import { json, type Reply } from '#http.ts'

const codes = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_supported',
  415: 'not_supported',
  429: 'too_many_requests',
  500: 'internal_server_error',
  503: 'internal_server_error',
} as const

/** A request that the API refuses. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: keyof typeof codes
  readonly parameter: string | undefined
  constructor(status: keyof typeof codes, description: string, parameter?: string) {
    super(description)
    this.status = status
    this.parameter = parameter
  }
}

/** An error as the API writes it. */
export function refusal({ status, message, parameter }: ApiError): Reply {
  const body = { type: 'error', id: randomUUID(), code: codes[status], description: message }
  return json(status, parameter === undefined ? body : { ...body, parameter })
}
