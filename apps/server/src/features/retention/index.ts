export { expireScripts, eraseScript } from './remove.ts'
export { clear } from './jobs.ts'
export { reconcile } from './reconcile.ts'

export { restoreObjects, warnWithoutVersions } from './restore.ts'

export type { Shelf } from './shelves.ts'
