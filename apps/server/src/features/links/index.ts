export { cancelDownload } from './start.ts'
export { exportOf, forget, forgetOld, runningDownloads } from './repo.ts'
export { linkProcess } from './view.ts'
