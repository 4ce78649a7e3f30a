import { randomBytes } from 'node:crypto'

import type { Context } from '#context.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

const SECRET_BYTES = 32
const purposeOf = (endpointId: string) => `webhook:${endpointId}`

/** A new signing secret, readable for whoever has our keys and nobody else. */
export function sealNewSecret({ secrets }: Context, endpointId: string): Buffer {
  return secrets.seal(`whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, purposeOf(endpointId))
}

export function secretOf({ secrets }: Context, { id, secretSealed }: WebhookEndpointRow): string {
  return secrets.open(secretSealed, purposeOf(id))
}

/** The secret, and for a while the one before it. */
export function signingSecrets(ctx: Context, endpoint: WebhookEndpointRow): string[] {
  const { id, previousSealed, previousUntil } = endpoint
  const isKept = previousSealed && previousUntil && previousUntil > ctx.now()
  return [secretOf(ctx, endpoint), ...(isKept ? [ctx.secrets.open(previousSealed, purposeOf(id))] : [])]
}
