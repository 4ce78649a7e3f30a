import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const rootPackage = resolve(import.meta.dirname, '../../package.json')

/** The version of this checkout, which is the tag of its images. */
export const { version } = JSON.parse(readFileSync(rootPackage, 'utf8')) as { version: string }

/** Names without a registry: an overlay of kustomize says where they are (`images:`). */
export const image = (name: 'api' | 'worker' | 'migrate') => `doslovno-${name}:${version}`

/** A job cannot be changed once it was created, so each release has its own. */
export const jobName = (name: string) => `${name}-${version.replaceAll('.', '-')}`

export const labels = (part: string) => ({ 'app.kubernetes.io/name': 'doslovno', 'app.kubernetes.io/component': part })
