import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRETS = ['authorization', 'password', 'newPassword', 'token', 'accessToken', 'refreshToken', 'apiKey', 'email']

/** JSON lines. What opens a door or names a person is removed, however deep it came in. */
export function createLog(level: string, name: string, destination?: DestinationStream): Log {
  const paths = SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`])
  const options = { level, name, redact: { paths, censor: '[removed]' } }
  return destination ? pino(options, destination) : pino(options)
}
