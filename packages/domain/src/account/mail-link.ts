export const mailLinkPurposes = ['register', 'recover', 'invite', 'editEmail', 'editPassword', 'revertEmail'] as const
export type MailLinkPurpose = (typeof mailLinkPurposes)[number]

const HOUR = 3600
const DAY = 24 * HOUR

/** Lifetime in seconds. */
export const mailLinkSeconds: Record<MailLinkPurpose, number> = {
  register: DAY,
  recover: HOUR,
  invite: 7 * DAY,
  editEmail: HOUR,
  editPassword: HOUR,
  revertEmail: 3 * DAY,
}

/** The page behind a link. It posts the token, so a visit by a mail scanner does not use up the link. */
export const mailLinkPaths: Record<MailLinkPurpose, string> = {
  register: '/auth/register-confirm',
  recover: '/auth/recover-password-confirm',
  /** Sets a password as well, the first one. */
  invite: '/auth/recover-password-confirm',
  editEmail: '/auth/change-mail-confirm',
  editPassword: '/auth/change-password-confirm',
  revertEmail: '/auth/revert-mail',
}

/** The page of the mailed link to the archive of a person's data. Its token works more than once. */
export const EXPORT_PATH = '/account/export'

export type MailLink = { usedAt: Date | null; expiresAt: Date }

export function mailLinkState(link: MailLink | undefined, now: Date): 'good' | 'used' | 'wrong' {
  if (!link) return 'wrong'
  if (link.usedAt) return 'used'
  return link.expiresAt > now ? 'good' : 'wrong'
}
