export const PASSWORD_SHORTEST = 8
export const PASSWORD_LONGEST = 128

export const passwordChecks = ['length', 'uppercase', 'lowercase', 'digit', 'special'] as const
export type PasswordCheck = (typeof passwordChecks)[number]

const passes: Record<PasswordCheck, (password: string) => boolean> = {
  length: (password) => password.length >= PASSWORD_SHORTEST,
  uppercase: (password) => /\p{Lu}/u.test(password),
  lowercase: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{N}\s]/u.test(password),
}

/** The checks a password passes; each is a fifth of the strength meter. */
export function passedChecks(password: string): PasswordCheck[] {
  return passwordChecks.filter((check) => passes[check](password))
}

export type Strength = { percent: number; level: 'weak' | 'medium' | 'strong' }

export function passwordStrength(password: string): Strength {
  const percent = (passedChecks(password).length / passwordChecks.length) * 100
  return { percent, level: percent < 50 ? 'weak' : percent < 100 ? 'medium' : 'strong' }
}

/** The error code of an unacceptable new password; undefined if it is fine. */
export function passwordProblem(password: string, isRegistration: boolean): string | undefined {
  if (!passes.length(password)) return 'auth.passwordTooShort'
  if (password.length > PASSWORD_LONGEST) return 'wrongFormat'
  if (!/\p{L}/u.test(password)) return 'auth.passwordMustContainerLetters'
  if (!passes.digit(password)) return 'auth.passwordMustContainNumbers'
  return isRegistration && passedChecks(password).length < passwordChecks.length ? 'wrongFormat' : undefined
}
