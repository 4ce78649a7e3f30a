export { abortUpload } from './abort.ts'
export { keepUpload } from './keep.ts'
export { openUpload } from './open.ts'
export { findUpload } from './repo.ts'
