export { createVersions, type LiveVersions } from './versions.ts'
