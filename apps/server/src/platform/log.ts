import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRETS = ['authorization', 'password', 'newPassword', 'token', 'accessToken', 'refreshToken', 'apiKey', 'email']

/** JSON lines. What opens a door or names a person is removed, however deep it came in. */
export function createLog(level: string, name: string, destination?: DestinationStream): Log {
  const paths = SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`])
  const options = { level, name, redact: { paths, censor: '[removed]' }, serializers: { req: requestLine } }
  return destination ? pino(options, destination) : pino(options)
}

type Request = { method?: string; url?: string; ip?: string }

/** Without the query: links of mails and providers carry secrets there. */
function requestLine({ method, url, ip }: Request) {
  return { method, url: url?.split('?')[0], remoteAddress: ip }
}
