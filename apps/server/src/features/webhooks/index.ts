export { forgetOld } from './delivery-repo.ts'
export { exportOf } from './endpoint-repo.ts'
