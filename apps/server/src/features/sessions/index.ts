export { createLiveSessions } from './live.ts'
export { openSession } from './open.ts'
export { revokeSessionsOf } from './repo.ts'
