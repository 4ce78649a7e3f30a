import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { NpmPackage } from '@doslovno/server/adapters/speech/catalogue.ts'

const PUBLIC_REGISTRY = 'https://registry.npmjs.org'

/** The registry that npm is set up to use. */
export async function findRegistry(): Promise<string> {
  const set = process.env.npm_config_registry ?? (await configured())
  return /^https?:\/\//.test(set) ? set : PUBLIC_REGISTRY
}

/** Empty where there is no npm. */
async function configured(): Promise<string> {
  const npm = await promisify(execFile)('npm', ['config', 'get', 'registry']).catch(() => undefined)
  return npm?.stdout.trim() ?? ''
}

export const archiveName = ({ name, version }: NpmPackage) => `${name.split('/').at(-1)}-${version}.tgz`

export function archiveUrl(registry: string, npmPackage: NpmPackage): string {
  return `${registry.replace(/\/$/, '')}/${npmPackage.name}/-/${archiveName(npmPackage)}`
}
