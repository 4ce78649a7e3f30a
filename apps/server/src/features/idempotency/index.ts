export { createOnce } from './once.ts'
export { forgetOld } from './repo.ts'
