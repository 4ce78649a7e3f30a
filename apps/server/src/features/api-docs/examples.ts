import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Recorded = { request?: unknown; reply?: unknown }

export const examples = JSON.parse(readFileSync(resolve(import.meta.dirname, 'examples.json'), 'utf8')) as Record<
  string,
  Recorded
>

/** A real request or reply, recorded by `pnpm openapi:examples`. */
export function exampleOf(name: string, side: keyof Recorded): { example?: unknown } {
  const example = examples[name]?.[side]
  return example === undefined ? {} : { example }
}
