export { openOrAsk } from './open-or-ask.ts'
export { removeAllFactors } from './remove-all.ts'
export { cancelSignIns, forgetOld, protectionOf } from './repo.ts'
export { exportOf } from './personal-data-repo.ts'
