export { ownFolder } from './access.ts'
export { folderIfAny } from './repo.ts'
export { exportOf } from './personal-data-repo.ts'
