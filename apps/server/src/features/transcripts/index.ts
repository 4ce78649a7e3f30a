export { forget, hasTranscript, listSegments, speakerNames } from './repo.ts'
export { saveTranscript } from './save.ts'
