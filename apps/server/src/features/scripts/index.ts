export {
  lockOwnScript,
  lockOwnScripts,
  ownScript,
  ownScripts,
  readableRevision,
  readableScript,
  ownFolder,
} from './access.ts'
export { closeLinks, setFlaw } from './change.ts'

export { exportFolders, folderIfAny } from './folders/repo.ts'
export { originalKey, playbackKey, scriptOfKey, SCRIPTS_PREFIX } from './keys.ts'
export { probeScript, mediaOf } from './recordings/inspect.ts'

export {
  countOverdue,
  expectedObjects,
  forget,
  insertScript,
  keepLonger,
  keepPlayback,
  lastScriptsOf,
  lockScript,
  markMissing,
  markReturned,
  markWarned,
  overdueScripts,
  ownersToWarn,
  putInFolder,
  scriptById,
  scriptByLink,
  scriptIdsOf,
  scriptsById,
  tombstone,
  updateScript,
} from './repo.ts'
export { type LastProcess, summaryView } from './view.ts'
