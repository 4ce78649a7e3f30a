export { sweepWorkFolders } from './work-folder.ts'
