export { lockOwnScript, lockOwnScripts, ownScript, ownScripts, readableRevision, readableScript } from './access.ts'
export { setFlaw } from './flaws.ts'
export { originalKey, playbackKey, SCRIPTS_PREFIX, scriptOfKey } from './keys.ts'
export { scriptIdsOf } from './personal-data-repo.ts'
export {
  expectedObjects,
  forget,
  insertScript,
  keepLonger,
  keepPlayback,
  lastScriptsOf,
  lockScript,
  markMissing,
  markReturned,
  overdueScripts,
  putInFolder,
  scriptById,
  tombstone,
  updateScript,
} from './repo.ts'
export { type LastProcess, summaryView } from './view.ts'
