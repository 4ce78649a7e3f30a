import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { openApiDocument, API_VERSION } from '@doslovno/server/features/api-docs/document.ts'

import { type Described, typesOf } from './openapi-types.ts'
import { projectRoot } from './settings.ts'

const PUBLIC_URL = 'https://doslovno.example'
const formatter = resolve(projectRoot, 'node_modules/.bin/oxfmt')

/** The files that are generated from the contract, by path: the description of the API and the types of the client. */
export function generatedFiles(): Map<string, string> {
  const document = openApiDocument({ publicUrl: PUBLIC_URL, version: API_VERSION })
  // The generator knows the part of OpenAPI that we write.
  const types = typesOf(document as unknown as Described)
  return new Map([
    [resolve(projectRoot, 'docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`],
    [resolve(projectRoot, 'packages/client/src/api.ts'), formatted(types)],
  ])
}

function formatted(source: string): string {
  return execFileSync(formatter, ['--stdin-filepath', 'api.ts'], { cwd: projectRoot, input: source, encoding: 'utf8' })
}

if (import.meta.main) {
  for (const [path, text] of generatedFiles()) {
    writeFileSync(path, text)
    console.log(relative(projectRoot, path))
  }
}
