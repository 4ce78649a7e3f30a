import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { type Model, models } from './catalogue.ts'

export type ModelName = keyof typeof models

/** Names what is missing or damaged: a corrupt model would abort the process that loads it. */
export async function checkModels(modelsDir: string, names: readonly ModelName[]): Promise<void> {
  const problems = (await Promise.all(names.map((name) => problemsOf(modelsDir, models[name])))).flat()
  if (problems.length > 0) throw new Error(`Speech models are not ready, run \`pnpm models\`:\n${problems.join('\n')}`)
}

async function problemsOf(modelsDir: string, { folder, files }: Model): Promise<string[]> {
  const checked = await Promise.all(
    files.map(async ({ name, sha256 }) => {
      const path = join(modelsDir, folder, name)
      const found = await sha256Of(path).catch(() => undefined)
      return found === sha256 ? [] : [`  ${path} is ${found ? 'damaged' : 'missing'}`]
    }),
  )
  return checked.flat()
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
