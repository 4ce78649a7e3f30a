import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { type Model, type ModelFile, models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { sha256Of } from '@doslovno/server/adapters/speech/model-files.ts'

import { developmentEnv, projectRoot } from './settings.ts'

/** Where models are kept, and where they may be copied from. */
export type Folders = { target: string; source: string }

export type Missing = { path: string; file: ModelFile }

/** Copies what is not there yet, and tells the files that could not be had. */
export async function fillModel(model: Model, { target, source }: Folders) {
  const missing: Missing[] = []
  let copied = 0
  for (const file of model.files) {
    const path = resolve(target, model.folder, file.name)
    if (await isRight(path, file)) continue
    if (await copyRight(resolve(source, model.folder, file.name), path, file)) copied += 1
    else missing.push({ path, file })
  }
  return { copied, missing }
}

export async function isRight(path: string, { bytes, sha256 }: ModelFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === bytes && (await sha256Of(path)) === sha256
}

export const describeMissing = ({ path, file }: Missing) => `${path}\n  ${file.bytes} bytes, sha256 ${file.sha256}`

// Under its own name a file is always whole: a copy is checked before it is renamed.
async function copyRight(from: string, to: string, file: ModelFile): Promise<boolean> {
  if (!(await isRight(from, file))) return false
  const partial = `${to}.partial`
  await mkdir(resolve(to, '..'), { recursive: true })
  await copyFile(from, partial)
  if (await isRight(partial, file)) {
    await rename(partial, to)
    return true
  }
  await rm(partial, { force: true })
  return false
}

async function main(): Promise<void> {
  const target = resolve(process.env.MODELS_DIR ?? developmentEnv().MODELS_DIR ?? '')
  const folders = { target, source: resolve(projectRoot, '../shared/speech/models') }
  const missing: Missing[] = []
  for (const [name, model] of Object.entries(models)) {
    const outcome = await fillModel(model, folders)
    console.log(`${name}: ${outcome.missing.length ? 'missing' : outcome.copied ? 'copied' : 'ok'}`)
    missing.push(...outcome.missing)
  }
  if (missing.length === 0) return
  console.error(`Place these files, then run again:\n${missing.map(describeMissing).join('\n')}`)
  process.exitCode = 1
}

if (import.meta.main) await main()
