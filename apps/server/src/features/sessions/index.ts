export { sessionAuthenticator } from './authenticate.ts'
export { openSession } from './open.ts'
export { forgetOld, hasSignedInFrom, revokeSessionsOf } from './repo.ts'
