import { TOTP } from 'otpauth'

/** The code that an authenticator app shows at a moment. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
