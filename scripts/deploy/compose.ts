import { readFileSync } from 'node:fs'

import { parse } from 'yaml'

import { composeFile } from './example.ts'

export type ComposeService = {
  image?: string
  user?: string
  command?: string[]
  environment?: Record<string, string | null>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  deploy?: { resources?: { limits?: { memory?: string } } }
}

/** The services of the compose file, with variables replaced as Compose does. */
export function composeServices(env: Readonly<Record<string, string>>): Record<string, ComposeService> {
  const text = readFileSync(composeFile, 'utf8').replace(
    /\$\{([A-Z0-9_]+)(?::-([^}]*)|:\?)?\}/g,
    (_, name: string, standard?: string) => env[name] || (standard ?? ''),
  )
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services
}

/** The settings that a service of ours starts with: a name without a value is passed on if it is set. */
export function settingsOf(service: ComposeService, env: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(service.environment ?? {}).map(([name, value]) => [name, value ?? env[name]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>
}
