import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import * as z from 'zod'

export type Build = { version: string; commit: string }

const rootPackage = resolve(import.meta.dirname, '../../../../package.json')

/** Which release this process runs: the version of the root package and the commit that the image was built from. */
export function readBuild(commit = 'unknown'): Build {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(rootPackage, 'utf8')))
  return { version, commit }
}
