export const linkPurposes = ['register', 'recover', 'editEmail', 'editPassword'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const HOUR = 3600

/** How long a link in a mail works. */
export const linkSeconds: Record<LinkPurpose, number> = {
  register: 24 * HOUR,
  recover: HOUR,
  editEmail: HOUR,
  editPassword: HOUR,
}

/** The page that a link opens; the page posts the token, so that a mail scanner's visit spends nothing. */
export const linkPaths: Record<LinkPurpose, string> = {
  register: '/auth/register-confirm',
  recover: '/auth/recover-password-confirm',
  editEmail: '/auth/change-mail-confirm',
  editPassword: '/auth/change-password-confirm',
}

export type Link = { usedAt: Date | null; expiresAt: Date }

export function linkState(link: Link | undefined, now: Date): 'good' | 'used' | 'wrong' {
  if (!link) return 'wrong'
  if (link.usedAt) return 'used'
  return link.expiresAt > now ? 'good' : 'wrong'
}
