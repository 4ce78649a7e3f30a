export const reasons = [
  '3d_secure_failed',
  'call_issuer',
  'canceled_by_merchant',
  'card_expired',
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'fraud_suspected',
  'general_decline',
  'identification_required',
  'insufficient_funds',
  'internal_timeout',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  'payment_method_limit_exceeded',
  'payment_method_restricted',
  'permission_revoked',
] as const
export type Reason = (typeof reasons)[number]

export type Cancellation = { party: 'yoo_money' | 'payment_network' | 'merchant'; reason: Reason }

const own: readonly Reason[] = [
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'identification_required',
  'internal_timeout',
]

/** The party that decides for a reason, unless a test card says otherwise. */
export function cancellationOf(reason: Reason): Cancellation {
  if (reason === 'canceled_by_merchant') return { party: 'merchant', reason }
  return { party: own.includes(reason) ? 'yoo_money' : 'payment_network', reason }
}
