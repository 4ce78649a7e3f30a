import type { Plugin } from 'vite'

const CONTRACT = '/packages/contract/src/'
const SCHEMAS = new Set(['params', 'query', 'body', 'reply'])

type Node = { type: string; start: number; end: number; [part: string]: unknown }

/**
 * Leaves the contract's endpoints without their schemas: the server checks both sides of a call, and the app needs an
 * endpoint's address only. Nothing of zod reaches a browser.
 */
export function endpointsOnly(): Plugin {
  return {
    name: 'endpoints-only',
    transform(code, id) {
      if (!id.includes(CONTRACT)) return undefined
      const cuts = declarations(this.parse(code) as unknown as Node).flatMap(({ init }) => cutsOf(init as Node | null))
      return { code: cuts.toReversed().reduce((text, cut) => cutOut(text, cut), code), map: null }
    },
    generateBundle(_, files) {
      const chunks = Object.values(files).filter((file) => file.type === 'chunk')
      const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes('/node_modules/zod/')))
      if (found) this.error(`${found.fileName} has schemas: use only endpoints of the contract`)
    },
  }
}

/** Finds the nodes that become undefined: schemas, which only calls make in the contract, and those of endpoints. */
function cutsOf(init: Node | null): Node[] {
  if (init?.type === 'CallExpression') return [init]
  if (init?.type !== 'ObjectExpression') return []
  const properties = init['properties'] as { key?: { name?: string }; value: Node }[]
  return properties.filter(({ key }) => SCHEMAS.has(key?.name ?? '')).map(({ value }) => value)
}

function declarations({ body }: Node): Node[] {
  return (body as Node[])
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement) as Node)
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? (statement['declarations'] as Node[]) : []))
}

function cutOut(text: string, { start, end }: Node): string {
  return `${text.slice(0, start)}undefined${text.slice(end)}`
}
