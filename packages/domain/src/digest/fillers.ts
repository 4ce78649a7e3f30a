import { plainForm } from '#transcript/plain-words.ts'

import type { DigestLanguage } from './language.ts'

/** The text without the fillers it begins with, for display. A text of fillers alone stays as it is. */
export function cutFillers(text: string, { filler }: Pick<DigestLanguage, 'filler'>): string {
  const found = filler.exec(plainForm(text))
  const rest = text.slice(found?.[0].length ?? 0)
  return found && /\p{L}/u.test(rest) ? cutFillers(capitalised(rest), { filler }) : text
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
