export { expireScripts } from './expire.ts'
export { reconcile } from './reconcile.ts'
