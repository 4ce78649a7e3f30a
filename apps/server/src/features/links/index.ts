export { cancelDownload } from './cancel.ts'
export { exportOf, runningDownloads } from './personal-data-repo.ts'
export { forget, forgetOld } from './repo.ts'
export { linkProcess } from './view.ts'
