export { keyAuthenticator } from './api-keys/authenticate.ts'
export { apiKeyOf } from './api-keys/read.ts'
export { exportKey, keyOfUser } from './api-keys/repo.ts'
export { revokeKeyOf } from './api-keys/revoke.ts'
export { cancelLaterReverts, cancelLinksOf, forgetEmail, forgetOldLinks } from './mail-links/repo.ts'
export { requestLink } from './mail-links/request.ts'
export { spendLink } from './mail-links/spend.ts'
export { exportSignIns, forgetOldTokens, forgetUser } from './repo.ts'
export { openOrAsk } from './second-factors/open-or-ask.ts'
export { removeAllFactors } from './second-factors/remove-all.ts'
export { cancelSignIns, exportFactors, forgetOldChallenges, protectionOf } from './second-factors/repo.ts'
export { type SeedUser, seedUsers } from './seed.ts'
export { sessionAuthenticator } from './sessions/authenticate.ts'
export { openSession } from './sessions/open.ts'
export {
  exportSessions,
  forgetOldSessions,
  hasSignedInFrom,
  listOpenSessions,
  liveSession,
  openedAt,
  revokeSessionsOf,
  spendLegacyTokensOf,
} from './sessions/repo.ts'
