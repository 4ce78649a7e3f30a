export { cancelProcess } from './cancel.ts'
export { startDispatcher } from './dispatch.ts'
export { samplesKey } from './keys.ts'
