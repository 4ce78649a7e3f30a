export { sessionAuthenticator } from './authenticate.ts'
export { openSession } from './open.ts'
export { exportOf, openedAt } from './personal-data-repo.ts'
export {
  forgetOld,
  hasSignedInFrom,
  listOpenSessions,
  liveSession,
  revokeSessionsOf,
  spendLegacyTokensOf,
} from './repo.ts'
