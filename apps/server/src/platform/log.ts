import { type DestinationStream, type Logger, pino } from 'pino'

import { traceIds } from './tracing/spans.ts'

export type Log = Logger

const SECRETS = ['authorization', 'password', 'newPassword', 'token', 'accessToken', 'refreshToken', 'apiKey']
const PERSONAL = ['email', 'newEmail', 'surname']

/** JSON lines, with secrets and personal data removed down to four levels. */
export function createLog(level: string, name: string, destination?: DestinationStream): Log {
  const nested = (key: string) => [`*.${key}`, `*.*.${key}`, `*.*.*.${key}`]
  // At the top level, `name` is the process.
  const paths = [...[...SECRETS, ...PERSONAL].flatMap((key) => [key, ...nested(key)]), ...nested('name')]
  const redact = { paths, censor: REMOVED }
  const options = { level, name, redact, serializers: { req: requestLine, err: errorLines }, mixin: traceIds }
  return destination ? pino(options, destination) : pino(options)
}

/** Lines go to stdout as always, and those of errors to `reports` as well. */
export function withReports(reports: DestinationStream): DestinationStream {
  return pino.multistream([
    { level: 'trace', stream: pino.destination(1) },
    { level: 'error', stream: reports },
  ])
}

const REMOVED = '[removed]'
const EMAIL = /[^\s<>@"'()/:=,]+@[^\s<>@"'()/:=,]+\.\p{L}{2,}/gu

/** PostgreSQL quotes the row's values in `detail` and `where`, mail servers the recipient in their message. */
function errorLines(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = pino.stdSerializers.err(error) as pino.SerializedError // its shape for every Error
  return { type, message: withoutEmails(message), stack: withoutEmails(stack), ...(code !== undefined && { code }) }
}

export function withoutEmails(text: string): string {
  return text.replace(EMAIL, REMOVED)
}

type Request = { method?: string; url?: string; ip?: string }

/** Omits the query: links in mails and from providers carry secrets there. */
function requestLine({ method, url, ip }: Request) {
  return { method, url: url?.split('?')[0], remoteAddress: ip }
}
