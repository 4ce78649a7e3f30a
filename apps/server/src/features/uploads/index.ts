export { abortUpload } from './abort.ts'
export { openForm, streamUpload } from './stream.ts'
export { keepUpload } from './keep.ts'
export { openUpload, uploadsLeft } from './open.ts'

export { exportOf, findUpload, forget, forgetOld, unendedUploads } from './repo.ts'
