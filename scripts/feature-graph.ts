import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { tableOwners } from '@doslovno/server/platform/tables/owners.ts'

import { projectRoot } from './settings.ts'
import { featureImports, featuresBelow, type Owners, serverSources, type Source } from './table-ownership.ts'

const DOCUMENT = join(projectRoot, 'docs/ARCHITECTURE.md')
const BEGIN = '<!-- feature graph: written by `pnpm architecture` -->\n'
const END = '<!-- end of the feature graph -->\n'

/** The server's features as a Mermaid flowchart; arrows that follow from others are left out. */
export function drawFeatures(sources: readonly Source[], owners: Owners): string {
  const imports = featureImports(sources)
  const below = featuresBelow(sources)
  const withTables = new Set(Object.values(owners))
  const lines = [...imports.keys()]
    .filter((feature) => feature !== '')
    .toSorted()
    .map((feature) => {
      const own = [...(imports.get(feature) ?? [])]
      const direct = own.filter((other) => !own.some((between) => below.get(between)?.has(other))).toSorted()
      const box = withTables.has(feature) ? `${feature}[(${feature})]` : feature
      return direct.length > 0 ? `  ${box} --> ${direct.join(' & ')}` : `  ${box}`
    })
  return `\`\`\`mermaid\nflowchart TD\n${lines.join('\n')}\n\`\`\`\n`
}

/** The graph goes between two markers, each of which the document must have once. */
export function replaceGraph(document: string, graph: string): string {
  const [before, rest, ...more] = document.split(BEGIN)
  const [, after, ...others] = rest?.split(END) ?? []
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error('The markers of the feature graph are missing or repeated')
  return `${before}${BEGIN}\n${graph}\n${END}${after}`
}

export const readArchitecture = () => readFileSync(DOCUMENT, 'utf8')
export const withCurrentGraph = (document: string) => replaceGraph(document, drawFeatures(serverSources(), tableOwners))

if (import.meta.main) writeFileSync(DOCUMENT, withCurrentGraph(readArchitecture()))
