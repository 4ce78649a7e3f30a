import { plainForm } from '#transcript/words.ts'

/** `bad`: empty or too long to be one statement. `address`: names a site that nobody spoke of. */
export type Cleaned = { kind: 'clean'; text: string } | { kind: 'bad' } | { kind: 'address'; text: string }

export const LONGEST_STATEMENT = 400

/** Strips what a model may add to a statement: markup, list signs, invisible characters, addresses nobody spoke. */
export function cleanStatement(text: string, spokenText: string): Cleaned {
  const clean = text
    .normalize('NFC')
    .replaceAll(/```\w*|[*#`]/gu, '')
    .replaceAll(/[\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
    .replace(LIST_SIGN, '')
    .trim()
  if (clean === '' || clean.length > LONGEST_STATEMENT) return { kind: 'bad' }
  const spoken = plainForm(spokenText)
  const isForeign = [...clean.matchAll(ADDRESS)].some(([address]) => !spoken.includes(hostOf(address)))
  return { kind: isForeign ? 'address' : 'clean', text: clean }
}

const LIST_SIGN = /^(?:(?:[-–—•·+]|\d{1,2}[.)])\s+)+/u
const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|ru|org|net|info|biz|su|io|me|app|dev|ai|tv|cc|xyz|top|site|online|shop|store|\u0440\u0444)(?![\p{L}\p{N}])/giu

function hostOf(address: string): string {
  return plainForm(address)
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/[/?#:].*$/u, '')
    .replace(/[.,;!)»]+$/u, '')
}
