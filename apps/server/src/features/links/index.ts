export { cancelDownload } from './cancel.ts'
export { exportOf, forget, forgetOld, runningDownloads } from './repo.ts'
export { linkProcess } from './view.ts'
