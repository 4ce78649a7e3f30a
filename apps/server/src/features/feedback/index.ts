export { forgetOld } from './repo.ts'
export { exportOf, forgetUser } from './personal-data-repo.ts'
