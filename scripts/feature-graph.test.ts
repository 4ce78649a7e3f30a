import { describe, expect, it } from 'vitest'

import { drawFeatures, readArchitecture, replaceGraph, withCurrentGraph } from './feature-graph.ts'

const feature = (name: string, ...imports: string[]) => ({
  path: `features/${name}/read.ts`,
  text: imports.map((other) => `import { ${other} } from '#features/${other}/index.ts'`).join('\n'),
})

describe('the graph of features', () => {
  it('draws imports, owners of tables as cylinders, and no arrow that follows from others', () => {
    const sources = [
      feature('library', 'transcripts', 'scripts'),
      feature('transcripts', 'scripts'),
      feature('scripts'),
      { path: 'app.ts', text: "import { list } from '#features/library/index.ts'" },
    ]

    expect(drawFeatures(sources, { segments: 'transcripts', scripts: 'scripts' })).toBe(
      [
        '```mermaid',
        'flowchart TD',
        '  library --> transcripts',
        '  scripts[(scripts)]',
        '  transcripts[(transcripts)] --> scripts',
        '```',
        '',
      ].join('\n'),
    )
  })

  it('refuses a document without its markers', () => {
    expect(() => replaceGraph('# Architecture\n', 'graph')).toThrow('missing or repeated')
  })

  it('is up to date in ARCHITECTURE: `pnpm architecture` writes it', () => {
    const document = readArchitecture()

    expect(withCurrentGraph(document)).toBe(document)
  })
})
