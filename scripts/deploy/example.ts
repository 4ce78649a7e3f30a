import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

export const deployDir = resolve(projectRoot, 'deploy')
export const composeFile = resolve(projectRoot, 'compose.yaml')
export const composeFiles = ['compose.yaml', 'compose.override.yaml', 'compose.tls.yaml'].map((name) =>
  resolve(projectRoot, name),
)

/** Secrets as `deploy/make-secrets.ts` makes them; the repository has none. */
const SECRETS = {
  REDIS_URL: `redis://:${'r'.repeat(48)}@redis:6379`,
  DATABASE_URL: `postgres://doslovno:${'p'.repeat(48)}@postgres:5432/doslovno`,
  TOKEN_SECRET: 't'.repeat(64),
  SECRETS_KEYS: Buffer.alloc(32, 'k').toString('base64'),
  S3_ACCESS_KEY: 'a'.repeat(20),
  S3_SECRET_KEY: 'b'.repeat(64),
}

const example = () => readFileSync(resolve(projectRoot, '.env.example'), 'utf8')

/** Every variable of `.env.example`, those that are commented out too. */
export function exampleNames(): string[] {
  return [...example().matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}

/** `.env` as an operator fills it in. */
export function filledExample(): Record<string, string> {
  const given = [...example().matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
  return Object.fromEntries(given) as Record<string, string>
}

/** The settings with the secrets of the installation. */
export const withSecrets = (settings: Readonly<Record<string, string>>) => ({ ...SECRETS, ...settings })

/** Variables that the compose files themselves read from `.env`, and the one that names them. */
export function composeVariables(): Set<string> {
  const text = composeFiles.map((file) => readFileSync(file, 'utf8')).join('')
  return new Set(['COMPOSE_FILE', ...[...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)])
}
