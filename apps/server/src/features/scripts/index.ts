export { lockOwnScript, ownScript } from './access.ts'
export { originalKey } from './keys.ts'
export { updateScript } from './repo.ts'
export { saveTranscript } from './transcript.ts'
