export { forget, hasTranscript, listSegments, listSentences, speakerNames } from './repo.ts'
export { saveTranscript } from './save.ts'
