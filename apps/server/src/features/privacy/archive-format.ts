import type { Zip } from '#platform/zip.ts'

/** The archive of a person's data while it is written. */
export type Archive = { zip: Zip; userId: string; signal: AbortSignal }

export function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`
}
