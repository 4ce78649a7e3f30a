import type { Shelf } from '#features/retention/index.ts'

import { exportOfKey, EXPORTS_PREFIX } from './keys.ts'
import { findExport } from './repo.ts'

/** Archives in storage: an object without its row is left over from a crash. */
export const exportShelf: Shelf = {
  prefix: EXPORTS_PREFIX,
  isWanted: async ({ db }, key) => {
    const id = exportOfKey(key)
    const made = id && (await findExport(db, id))
    return made ? made.status !== 'failed' : false
  },
}
