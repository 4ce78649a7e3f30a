import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

export const deployDir = resolve(projectRoot, 'deploy')
export const composeFile = resolve(deployDir, 'compose.yaml')

/** Secrets an operator would make; the repository has none. */
const SECRETS = {
  POSTGRES_PASSWORD: 'p'.repeat(48),
  TOKEN_SECRET: 't'.repeat(64),
  SECRETS_KEYS: Buffer.alloc(32, 'k').toString('base64'),
  S3_ACCESS_KEY: `GK${'a'.repeat(32)}`,
  S3_SECRET_KEY: 'b'.repeat(64),
  GARAGE_RPC_SECRET: 'c'.repeat(64),
}

const example = () => readFileSync(resolve(deployDir, '.env.example'), 'utf8')

/** Every variable of `.env.example`, those that are commented out too. */
export function exampleNames(): string[] {
  return [...example().matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}

/** `.env` as an operator fills it in: what the example requires, and secrets. */
export function filledExample(): Record<string, string> {
  const given = [...example().matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
  return { ...(Object.fromEntries(given) as Record<string, string>), ...SECRETS }
}

/** Variables that the compose file itself reads from `.env`. */
export function composeVariables(): Set<string> {
  const compose = readFileSync(composeFile, 'utf8')
  return new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name))
}
