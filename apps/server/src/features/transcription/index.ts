export { cancelProcess } from './cancel.ts'
export { type Dispatcher, startDispatcher } from './dispatch/dispatch.ts'
export { waitingWork } from './dispatch/repo.ts'
export { task } from './jobs.ts'
export { processOfKey, PROCESSES_PREFIX } from './keys.ts'
export { exportOf } from './personal-data-repo.ts'
export {
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
export { requeueScript, type RequeueRefusal, stuckProcesses } from './requeue.ts'
export { startProcess } from './start.ts'
export { loadVocabulary, pause } from './vocabulary/load.ts'
