import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { expect, it } from 'vitest'

import { generatedFiles } from './openapi.ts'
import { projectRoot } from './settings.ts'

it('has the description of the API and the types of the client as the contract generates them', () => {
  const outdated = [...generatedFiles()].filter(([path, text]) => readFileSync(path, 'utf8') !== text)

  // `pnpm openapi` writes them.
  expect(outdated.map(([path]) => relative(projectRoot, path))).toEqual([])
})
