export { forgetOld } from './delivery-repo.ts'
export { exportOf } from './personal-data-repo.ts'
