import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the secrets of an installation into a folder, once: `env` for our processes, the passwords for PostgreSQL and
 * Redis. A later release adds those that are new.
 */
const [folder = ''] = process.argv.slice(2)
const file = join(folder, 'env')
const before = existsSync(file) ? readFileSync(file, 'utf8') : ''

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const keep = (path: string, text: string) => writeFileSync(join(folder, path), text, { mode: 0o600 })

/** By name; some come with a file for the server they open. */
const secrets: Record<string, () => string> = {
  DATABASE_URL: () => {
    const password = hex(24)
    keep('postgres', password)
    return `postgres://doslovno:${password}@postgres:5432/doslovno`
  },
  REDIS_URL: () => {
    const password = hex(24)
    keep('redis.conf', `requirepass ${password}\n`)
    return `redis://:${password}@redis:6379`
  },
  S3_ACCESS_KEY: () => hex(10),
  S3_SECRET_KEY: () => hex(32),
  TOKEN_SECRET: () => hex(32),
  SECRETS_KEYS: () => randomBytes(32).toString('base64'),
  VAPID_PRIVATE_KEY: () => randomBytes(32).toString('base64url'),
}

const isNew = (name: string) => !before.split('\n').some((line) => line.startsWith(`${name}=`))
const lines = Object.entries(secrets).flatMap(([name, make]) => (isNew(name) ? [`${name}=${make()}\n`] : []))
if (lines.length > 0) {
  // Renamed last: with it the secrets are complete.
  keep('env.part', before + lines.join(''))
  renameSync(join(folder, 'env.part'), file)
}
