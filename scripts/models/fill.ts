import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import type { Model, ModelFile } from '@doslovno/server/adapters/speech/catalogue.ts'
import { expectedChecksum, readPins, sha256Of } from '@doslovno/server/adapters/speech/model-files.ts'

import { build, type Built, type Workshop } from './build.ts'
import { download } from './download.ts'

/** The models folder, a folder to copy from, a server that has all models, and what else fetching needs. */
export type Locations = { target: string; source: string; mirror?: string | undefined } & Omit<Workshop, 'folder'>

export type Missing = Wanted & { result: 'missing'; reason: string }
export type Placed = (Wanted & { result: 'intact' | 'copied' | 'fetched' | 'built' }) | Missing

type Wanted = { path: string; key: string; file: ModelFile; sha256: string | undefined }

/** Copies, fetches or builds the files of a model that are not there; returns the result for each. */
export async function fillModel(model: Model, locations: Locations): Promise<Placed[]> {
  const pins = await readPins(locations.target)
  const placed: Placed[] = []
  for (const file of model.files) {
    const key = `${model.folder}/${file.name}`
    const sha256 = expectedChecksum(model.folder, file, pins)
    placed.push(await place({ path: resolve(locations.target, key), key, file, sha256 }, locations))
  }
  return buildMissing(placed, model, locations)
}

async function place(wanted: Wanted, locations: Locations): Promise<Placed> {
  if (await isIntact(wanted.path, wanted)) return { ...wanted, result: 'intact' }
  const from = resolve(locations.source, wanted.key)
  const isCopied = (await isIntact(from, wanted)) && (await keepIntact(wanted, (copy) => copyFile(from, copy)))
  if (isCopied) return { ...wanted, result: 'copied' }
  const reason = await fetchFile(wanted, locations)
  return reason === undefined ? { ...wanted, result: 'fetched' } : { ...wanted, result: 'missing', reason }
}

async function isIntact(path: string, { file, sha256 }: Wanted): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === file.bytes && sha256 !== undefined && (await sha256Of(path)) === sha256
}

// Checks a copy before renaming it, so that a file under its own name is always complete.
async function keepIntact(wanted: Wanted, write: (copy: string) => Promise<void>): Promise<boolean> {
  const copy = `${wanted.path}.copy`
  await mkdir(dirname(copy), { recursive: true })
  await write(copy)
  if (await isIntact(copy, wanted)) {
    await rename(copy, wanted.path)
    return true
  }
  await rm(copy, { force: true })
  return false
}

/** Returns why the file could not be fetched; undefined on success. */
async function fetchFile(wanted: Wanted, { target, mirror, onProgress }: Locations): Promise<string | undefined> {
  const { path, key, file, sha256 } = wanted
  const url = mirror ? `${mirror.replace(/\/$/, '')}/${key}` : file.url
  if (!url) return 'not published in this form: place it by hand, or set MODELS_URL to a mirror'
  const outcome = await download({ url, path, bytes: file.bytes, sha256, onProgress })
  if (outcome.kind === 'placed') return undefined
  if (outcome.kind === 'failed') return outcome.reason
  return `no checksum is known: if you trust the file, add to ${resolve(target, 'pins.json')} "${key}": "${outcome.sha256}"`
}

/** A mirror has the files as we read them, so that nothing is built beside one. */
async function buildMissing(placed: Placed[], { origin, folder }: Model, locations: Locations): Promise<Placed[]> {
  const isMissing = placed.some(({ result, file }) => result === 'missing' && !file.url)
  if (!isMissing || !origin || locations.mirror) return placed
  const workshop = { ...locations, folder: join(locations.target, folder, '.downloads') }
  // A second run over the same folder takes files away from under this one.
  const built = await build(origin, workshop).catch((error: Error): Built => ({
    kind: 'failed',
    reason: error.message,
  }))
  const keep = async (one: Placed): Promise<Placed> => {
    if (one.result !== 'missing' || one.file.url) return one
    return built.kind === 'failed' ? { ...one, reason: built.reason } : keepBuilt(one, built.files[one.file.name])
  }
  return Promise.all(placed.map(keep))
}

async function keepBuilt(missing: Missing, bytes: Buffer | undefined): Promise<Placed> {
  const isKept = bytes !== undefined && (await keepIntact(missing, (copy) => writeFile(copy, bytes)))
  const { reason: _, ...wanted } = missing
  return isKept ? { ...wanted, result: 'built' } : { ...missing, reason: 'the converter wrote a different file' }
}
