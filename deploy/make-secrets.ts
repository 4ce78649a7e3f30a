import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the secrets of an installation into a folder, once: `env` for our processes, the password for PostgreSQL. */
const [folder = ''] = process.argv.slice(2)
const file = join(folder, 'env')

if (!existsSync(file)) {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  const password = hex(24)
  const secrets = {
    DATABASE_URL: `postgres://doslovno:${password}@postgres:5432/doslovno`,
    S3_ACCESS_KEY: hex(10),
    S3_SECRET_KEY: hex(32),
    TOKEN_SECRET: hex(32),
    SECRETS_KEYS: randomBytes(32).toString('base64'),
    VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
  }
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, 'postgres'), password, { mode: 0o600 })
  // Renamed last: with it the secrets are complete.
  writeFileSync(`${file}.part`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
