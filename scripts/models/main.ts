import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { type Model, type ModelName, models } from '@doslovno/server/adapters/speech/catalogue.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

import { fillModel, type Missing, type Placed } from './fill.ts'

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

const PROGRESS_BYTES = 10_000_000

/** Prints a line per ten megabytes of each download. */
function createProgress() {
  const shown = new Map<string, number>()
  return (url: string, have: number, bytes: number) => {
    const steps = Math.floor(have / PROGRESS_BYTES)
    if (steps <= (shown.get(url) ?? 0)) return
    shown.set(url, steps)
    console.log(`  ${url}: ${Math.floor((100 * have) / bytes)} % of ${Math.round(bytes / 1e6)} MB`)
  }
}

/** `pnpm models [NAME …] [--also NAME]`: the lack of a model that is only wished for is reported, and is no failure. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { also: { type: 'string' } } })
  const target = resolve(process.env.MODELS_DIR ?? developmentEnv().MODELS_DIR ?? '')
  const source = resolve(projectRoot, '../shared/speech/models')
  const locations = { target, source, mirror: process.env.MODELS_URL, onProgress: createProgress() }
  const fill = async (names: readonly ModelName[]) => {
    const placed: Placed[] = []
    for (const name of names) {
      const files = await fillModel(models[name], locations)
      for (const { result, file } of files) console.log(`${name}: ${file.name} ${result}`)
      placed.push(...files)
    }
    const missing = placed.filter((one) => one.result === 'missing')
    if (missing.length > 0) console.error(`Missing:\n${missing.map(describeMissing).join('\n')}`)
    return missing.length === 0
  }
  if (values.also && !(await fill(chosenModels([values.also]))))
    console.error(`Recognition works without ${values.also}; \`pnpm models ${values.also}\` tries again.`)
  if (!(await fill(chosenModels(positionals)))) process.exitCode = 1
}

if (import.meta.main) await main()
