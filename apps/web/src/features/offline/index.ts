export { isCutOff } from './cut-off.ts'
export { KeptFiles } from './kept-files.tsx'
export { OfflineLine } from './offline-line.tsx'
export { useKept, useKeptFiles } from './use-kept.ts'
