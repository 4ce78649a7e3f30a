export { startBacklogReports } from './backlog/report.ts'
export { cancelProcess } from './give-up.ts'
export { type Dispatcher, startDispatcher } from './dispatch/dispatch.ts'
export { waitingWork } from './dispatch/repo.ts'
export { task } from './jobs.ts'
export { PROCESSES_PREFIX, processOfKey } from './keys.ts'
export {
  exportOf,
  filesOfProcesses,
  findProcess,
  forget,
  forgetOld,
  forgetVocabulary,
  isRunning,
  lastEnded,
  lastFinished,
  NO_WISHES,
  type ProcessFile,
} from './process-repo.ts'
export { progressOf } from './progress.ts'
export { type RequeueRefusal, requeueScript, stuckProcesses } from './requeue.ts'
export { startProcess } from './start.ts'
export { loadVocabulary, pause } from './vocabulary/load.ts'
