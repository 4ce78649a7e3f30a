export { keyAuthenticator, revokeKeyOf } from './api-keys/key.ts'

export { exportKey, keyOfUser } from './api-keys/repo.ts'

export { createByHand, invite } from './create.ts'
export { disable, enable, endEverySession } from './disable.ts'
export { takeEmailBack } from './edit-email.ts'

export { cancelLaterReverts, cancelLinksOf, forgetEmail, forgetOldLinks } from './mail-links/repo.ts'
export { requestLink, spendLink } from './mail-links/link.ts'

export { confirmRecovery } from './recover.ts'
export { deleteIdentitiesSince, exportSignIns, forgetOldTokens, forgetUser } from './repo.ts'
export { openOrAsk } from './second-factors/challenges.ts'
export { removeAllFactors, removeFactorsSince } from './second-factors/factors.ts'
export { exportFactors, forgetOldChallenges, protectionOf } from './second-factors/repo.ts'
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
} from './sessions/repo.ts'
