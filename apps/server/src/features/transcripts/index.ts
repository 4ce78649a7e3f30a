export { addHeard } from './edit.ts'
export {
  exportOf,
  forget,
  hasTranscript,
  listSegments,
  listDoubts,
  listSentences,
  recentNames,
  speakerNames,
  type StoredSegment,
  storedSegments,
} from './repo.ts'
export { saveTranscript } from './save.ts'
