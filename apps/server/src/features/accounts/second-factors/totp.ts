import { brand } from '@doslovno/texts/brand.ts'
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const CODE = /^\d{6}$/

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The link that an authenticator app reads from the QR code. */
export function totpUrl(secret: string, account: string): string {
  return new TOTP({ issuer: brand.name, label: account, secret }).toString()
}

/** The time step that a code belongs to; undefined for a wrong code. Clocks may be one step apart. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  // The library compares bytes and throws for digits of other scripts.
  if (!CODE.test(code)) return undefined
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const drift = totp.validate({ token: code, timestamp, window: 1 })
  return drift === null ? undefined : totp.counter({ timestamp }) + drift
}
