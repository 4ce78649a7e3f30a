export { auditLedger } from './ledger/audit.ts'
export { availableSecondsOf, type Balance, balanceOf, openLotsOf, spendingOf } from './ledger/balance.ts'
export { grantRegistrationBonus, grantByHand } from './ledger/grant.ts'

export { lastEntries, lockShown, type Spent } from './ledger/repo.ts'
export { noteShown, reserveSeconds, releaseSeconds, settleSeconds } from './ledger/spend.ts'

export { accountPayments, reportPurchases } from './payments/show.ts'
export { forgetOld } from './payments/repo.ts'

export { recoverPayments } from './payments/recover.ts'
export { refundByHand } from './payments/refund.ts'
export { exportOf, forgetUser, stopCharges } from './personal-data.ts'
export { applyPromoQuietly, closePromo, createPromo, listPromos, type NewPromo } from './promo/promo.ts'

export { entitlementsFor, lockEntitlements, takeTheses } from './subscription/entitlements.ts'
export { grantUnlimited, revokeTariff } from './subscription/grant-tariff.ts'
export { returnTheses } from './subscription/repo.ts'
export { startSubscription } from './subscription/transitions.ts'
export { seedTariffs } from './subscription/tariffs.ts'

export { planView, subscriptionView } from './view.ts'
