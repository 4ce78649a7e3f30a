import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

export type Imports = ReadonlyMap<string, readonly string[]>

/** Imports of every source file, by paths from the root. Types are left out: `pnpm types` checks them. */
export function readImports(files: readonly string[]): Imports {
  const known = new Set(files)
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  return new Map(
    sources.map((file) => {
      const text = readFileSync(resolve(projectRoot, file), 'utf8')
      return [file, importsOf(file, text).filter((imported) => known.has(imported))]
    }),
  )
}

const TYPES = /^(?:import|export) type [^'"]*from '[^']+'$/gm
const IMPORT = /(?:\bfrom |\bimport |\bimport\()'([^']+)'/g
/** `ctx.storage` and `{ storage }: Context`: features get adapters by the context alone. */
const CONTEXT = /\bctx\.(\w+)|\{([^{}()]*)\}: (?:Pick<)?\w*Context\b/g

export function importsOf(file: string, text: string): string[] {
  const code = text.replaceAll(TYPES, '')
  const named = [...code.matchAll(IMPORT)].flatMap(([, name = '']) => pathOf(file, name) ?? [])
  if (!file.startsWith('apps/server/src/features/')) return named
  const fields = [...code.matchAll(CONTEXT)].flatMap(([, one, several = '']) => one ?? several.split(/[,\s]+/))
  return [...new Set([...named, ...fields.map((field) => `apps/server/src/adapters/${field}/index.ts`)])]
}

/** Rooms that the root's package.json names. */
const ROOT_ROOM = /^#((?:lab|scripts)\/.*)$/
const PACKAGE = /^@doslovno\/(\w+)\/(.*)$/

function pathOf(file: string, name: string): string | undefined {
  const own = /^(?:(?:apps|packages)\/[^/]+|simulators)/.exec(file)?.[0]
  if (name.startsWith('.')) return join(dirname(file), name)
  if (own && name.startsWith('#')) return inPackage(own, name.slice(1))
  const [, inRoot] = ROOT_ROOM.exec(name) ?? []
  if (inRoot) return inRoot
  const [, packageName = '', path = ''] = PACKAGE.exec(name) ?? []
  if (!packageName) return undefined
  if (packageName === 'simulators') return inPackage('simulators', path)
  return inPackage(`${['server', 'web'].includes(packageName) ? 'apps' : 'packages'}/${packageName}`, path)
}

const inPackage = (folder: string, path: string) => `${folder}/${path.startsWith('test/') ? path : `src/${path}`}`
