import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import * as z from 'zod'

import type { Config } from '#platform/config.ts'

import { diariserModels, type Model, type ModelFile, type ModelName, models } from './catalogue.ts'

/** The operator's checksums for files without one in the catalogue: `folder/name` → sha256. */
export type Pins = Readonly<Record<string, string>>

const Pins = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/))
const PINS_FILE = 'pins.json'

/** The models without which a worker does not start. */
export function requiredModels({ model, remote }: Pick<Config['speech'], 'model' | 'remote'>): readonly ModelName[] {
  if (remote) return remote.diarisers > 0 ? diariserModels : []
  return [model, 'silero-vad', ...diariserModels, 'gtcrn']
}

/** A line for each file that is missing or damaged. */
export async function modelProblems(modelsDir: string, names: readonly ModelName[]): Promise<string[]> {
  return (await Promise.all(names.map((name) => problemsOf(modelsDir, models[name])))).flat()
}

/** Throws a list of missing and damaged files: a corrupt model would crash the process that loads it. */
export async function checkModels(modelsDir: string, names: readonly ModelName[]): Promise<void> {
  const problems = await modelProblems(modelsDir, names)
  const list = problems.map((problem) => `  ${problem}`).join('\n')
  if (problems.length > 0) throw new Error(`Speech models are not ready, run \`pnpm models\`:\n${list}`)
}

/** Whether an optional model is installed and intact. */
export async function hasModel(modelsDir: string, name: ModelName): Promise<boolean> {
  return (await problemsOf(modelsDir, models[name])).length === 0
}

async function problemsOf(modelsDir: string, { folder, files }: Model): Promise<string[]> {
  const pins = await readPins(modelsDir)
  const checked = await Promise.all(
    files.map(async (file) => {
      const path = join(modelsDir, folder, file.name)
      const found = await sha256Of(path).catch(() => undefined)
      if (found === undefined) return [`${path} is missing`]
      const expected = expectedChecksum(folder, file, pins)
      if (expected === undefined) return [`${path} has no checksum: pin one in ${PINS_FILE}`]
      return found === expected ? [] : [`${path} is damaged`]
    }),
  )
  return checked.flat()
}

/** The checksum a file must have: the catalogue's, else the operator's. */
export function expectedChecksum(folder: string, { name, sha256 }: ModelFile, pins: Pins): string | undefined {
  return sha256 ?? pins[`${folder}/${name}`]
}

export async function readPins(modelsDir: string): Promise<Pins> {
  const text = await readFile(join(modelsDir, PINS_FILE), 'utf8').catch(() => '{}')
  return Pins.parse(JSON.parse(text))
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
