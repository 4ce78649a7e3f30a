/** Shorter members of a list cannot be the core of an acceptable password. */
const SHORTEST = 6

/** The form in which a list's member is stored; undefined if it is too short to matter. */
export function memberOf(line: string): string | undefined {
  const member = line.trim().toLowerCase()
  return member.length < SHORTEST ? undefined : member
}

/**
 * The forms to look up. People meet composition rules by a capital letter and a sign at the end: «Password1!» is as
 * well known as «password1».
 */
export function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  const core = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  return core.length < SHORTEST ? [lower] : [lower, core]
}
