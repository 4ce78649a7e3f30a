import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { type Model, type ModelFile, type ModelName, models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { type Pins, readPins, sha256Of, expectedChecksum } from '@doslovno/server/adapters/speech/model-files.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

import { download } from './download.ts'

/** The models folder, a folder to copy from, and a server that has them all. */
export type Locations = { target: string; source: string; mirror?: string | undefined }

export type Missing = { path: string; file: ModelFile; reason: string }

/** Copies or fetches missing files; returns those it could not get. */
export async function fillModel(model: Model, locations: Locations) {
  const pins = await readPins(locations.target)
  const missing: Missing[] = []
  let copied = 0
  let fetched = 0
  for (const file of model.files) {
    const path = resolve(locations.target, model.folder, file.name)
    if (await isIntact(path, file, expectedChecksum(model.folder, file, pins))) continue
    if (await copyIntact(resolve(locations.source, model.folder, file.name), path, { model, file, pins })) copied += 1
    else {
      const reason = await fetchFile(path, { model, file, pins, locations })
      if (reason === undefined) fetched += 1
      else missing.push({ path, file, reason })
    }
  }
  return { copied, fetched, missing }
}

type FileOfModel = { model: Model; file: ModelFile; pins: Pins }

async function isIntact(path: string, { bytes }: ModelFile, sha256: string | undefined): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === bytes && sha256 !== undefined && (await sha256Of(path)) === sha256
}

// Checks a copy before renaming it, so that a file under its own name is always complete.
async function copyIntact(from: string, to: string, { model, file, pins }: FileOfModel): Promise<boolean> {
  const sha256 = expectedChecksum(model.folder, file, pins)
  if (!(await isIntact(from, file, sha256))) return false
  const copy = `${to}.copy`
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, copy)
  if (await isIntact(copy, file, sha256)) {
    await rename(copy, to)
    return true
  }
  await rm(copy, { force: true })
  return false
}

/** Returns why the file could not be fetched; undefined on success. */
async function fetchFile(path: string, request: FileOfModel & { locations: Locations }): Promise<string | undefined> {
  const { model, file, pins, locations } = request
  const key = `${model.folder}/${file.name}`
  const url = locations.mirror ? `${locations.mirror.replace(/\/$/, '')}/${key}` : file.url
  if (!url) return 'not published in this form: place it by hand, or set MODELS_URL to a mirror'
  const sha256 = expectedChecksum(model.folder, file, pins)
  const outcome = await download({ url, path, bytes: file.bytes, sha256 })
  if (outcome.kind === 'placed') return undefined
  if (outcome.kind === 'failed') return outcome.reason
  return `no checksum is known: if you trust the file, add to ${resolve(locations.target, 'pins.json')} "${key}": "${outcome.sha256}"`
}

export const describeMissing = ({ path, file, reason }: Missing) =>
  `${path}\n  ${file.bytes} bytes, sha256 ${file.sha256 ?? 'unknown'}\n  ${reason}`

/** The named models; by default all that are not optional. */
export function chosenModels(names: readonly string[]): ModelName[] {
  const unknown = names.filter((name) => !(name in models))
  if (unknown.length > 0) throw new Error(`No model ${unknown.join(', ')}; there are ${Object.keys(models).join(', ')}`)
  const all = Object.keys(models) as ModelName[]
  return names.length > 0 ? all.filter((name) => names.includes(name)) : all.filter((name) => !isOptional(name))
}

const isOptional = (name: ModelName) => (models[name] as Model).isOptional === true

async function main(): Promise<void> {
  const target = resolve(process.env.MODELS_DIR ?? developmentEnv().MODELS_DIR ?? '')
  const source = resolve(projectRoot, '../shared/speech/models')
  const missing: Missing[] = []
  for (const name of chosenModels(process.argv.slice(2))) {
    const outcome = await fillModel(models[name], { target, source, mirror: process.env.MODELS_URL })
    missing.push(...outcome.missing)
    const result = outcome.copied ? 'copied' : outcome.fetched ? 'fetched' : 'ok'
    console.log(`${name}: ${outcome.missing.length ? 'missing' : result}`)
  }
  if (missing.length === 0) return
  console.error(`Missing:\n${missing.map(describeMissing).join('\n')}`)
  process.exitCode = 1
}

if (import.meta.main) await main()
