import type { Shelf } from '#features/retention/index.ts'

import { findExport } from './repo.ts'

/** All archives begin with this. */
const EXPORTS_PREFIX = 'exports/'

export function exportKey(exportId: string): string {
  return `${EXPORTS_PREFIX}${exportId}.zip`
}

/** The archive that has this key. */
function exportOfKey(key: string): string | undefined {
  return /^exports\/([\da-f-]{36})\.zip$/.exec(key)?.[1]
}

/** Archives in storage: an object without its row is left over from a crash. */
export const exportShelf: Shelf = {
  prefix: EXPORTS_PREFIX,
  isWanted: async ({ db }, key) => {
    const id = exportOfKey(key)
    const made = id && (await findExport(db, id))
    return made ? made.status !== 'failed' : false
  },
}
