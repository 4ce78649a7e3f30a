import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { publicApi } from '@doslovno/contract/public-api.ts'
import type { Scope } from '@doslovno/domain/access.ts'

type Groups = typeof publicApi
export type Tag = keyof Groups
/** Every public endpoint by its name. */
export type Endpoints = UnionToIntersection<Groups[Tag]>
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never
export type OperationName = keyof Endpoints

export type ApiOperation = { name: OperationName; tag: Tag; endpoint: Endpoint }

/** The public API as a list, in the order of the document. */
export const operations: readonly ApiOperation[] = Object.entries(publicApi).flatMap(([tag, endpoints]) =>
  // Object.entries forgets the names.
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: name as OperationName, tag: tag as Tag, endpoint })),
)

/** The path as OpenAPI writes it. */
export function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

export function scopeOf({ scope, method }: Endpoint): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'write')
}
