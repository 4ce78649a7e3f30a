import type { ScriptRow } from '#platform/tables.ts'

/** Names the text of a script together with its version. Every text comes from a process. */
export function textIdOf({ id, processId }: Pick<ScriptRow, 'id' | 'processId'>): string {
  return processId ?? id
}
