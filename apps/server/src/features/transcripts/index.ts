export { addHeard } from './edit.ts'
export { exportOf } from './personal-data-repo.ts'
export {
  forget,
  hasTranscript,
  listSegments,
  listSentences,
  recentNames,
  speakerNames,
  type StoredSegment,
  storedSegments,
} from './repo.ts'
export { saveTranscript } from './save.ts'
