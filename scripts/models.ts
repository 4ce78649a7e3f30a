import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { type Model, type ModelFile, type ModelName, models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { type Pins, readPins, sha256Of, wantedSum } from '@doslovno/server/adapters/speech/model-files.ts'

import { download } from './models-download.ts'
import { developmentEnv, projectRoot } from './settings.ts'

/** Where models are kept, where they may be copied from, and a server that has them all. */
export type Places = { target: string; source: string; mirror?: string | undefined }

export type Missing = { path: string; file: ModelFile; reason: string }

/** Copies or fetches what is not there yet, and tells the files that could not be had. */
export async function fillModel(model: Model, places: Places) {
  const pins = await readPins(places.target)
  const missing: Missing[] = []
  let copied = 0
  let fetched = 0
  for (const file of model.files) {
    const path = resolve(places.target, model.folder, file.name)
    if (await isRight(path, file, wantedSum(model.folder, file, pins))) continue
    if (await copyRight(resolve(places.source, model.folder, file.name), path, { model, file, pins })) copied += 1
    else {
      const reason = await fetchFile(path, { model, file, pins, places })
      if (reason === undefined) fetched += 1
      else missing.push({ path, file, reason })
    }
  }
  return { copied, fetched, missing }
}

type Wanted = { model: Model; file: ModelFile; pins: Pins }

async function isRight(path: string, { bytes }: ModelFile, sha256: string | undefined): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === bytes && sha256 !== undefined && (await sha256Of(path)) === sha256
}

// Under its own name a file is always whole: a copy is checked before it is renamed.
async function copyRight(from: string, to: string, { model, file, pins }: Wanted): Promise<boolean> {
  const sha256 = wantedSum(model.folder, file, pins)
  if (!(await isRight(from, file, sha256))) return false
  const copy = `${to}.copy`
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, copy)
  if (await isRight(copy, file, sha256)) {
    await rename(copy, to)
    return true
  }
  await rm(copy, { force: true })
  return false
}

/** Why it could not be fetched; undefined when it was. */
async function fetchFile(path: string, wanted: Wanted & { places: Places }): Promise<string | undefined> {
  const { model, file, pins, places } = wanted
  const key = `${model.folder}/${file.name}`
  const url = places.mirror ? `${places.mirror.replace(/\/$/, '')}/${key}` : file.url
  if (!url) return 'published nowhere as it is: place it, or name a mirror by MODELS_URL'
  const sha256 = wantedSum(model.folder, file, pins)
  const outcome = await download({ url, path, bytes: file.bytes, sha256 })
  if (outcome.kind === 'placed') return undefined
  if (outcome.kind === 'failed') return outcome.reason
  return `nobody vouches for it yet: if you do, add to ${resolve(places.target, 'pins.json')} "${key}": "${outcome.sha256}"`
}

export const describeMissing = ({ path, file, reason }: Missing) =>
  `${path}\n  ${file.bytes} bytes, sha256 ${file.sha256 ?? 'unknown'}\n  ${reason}`

/** The models asked for by name, otherwise all that the product cannot do without. */
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
    const had = outcome.copied ? 'copied' : outcome.fetched ? 'fetched' : 'ok'
    console.log(`${name}: ${outcome.missing.length ? 'missing' : had}`)
  }
  if (missing.length === 0) return
  console.error(`Not there:\n${missing.map(describeMissing).join('\n')}`)
  process.exitCode = 1
}

if (import.meta.main) await main()
