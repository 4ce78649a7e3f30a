const NARROW = '\u00a0'
const DASHES = new Set(['-', '\u2013', '\u2014', '--'])

/** The signs of print instead of those of a keyboard: quotes of the language, dashes, the ellipsis. */
export function typeset(text: string): string {
  if (DASHES.has(text)) return '\u2014'
  return text
    .replaceAll('...', '\u2026')
    .replace(/^([^\p{L}\p{N}]*)["\u201c\u201e]/u, '$1\u00ab')
    .replace(/["\u201d\u201c](?=[^\p{L}\p{N}]*$)/u, '\u00bb')
    .replace(/^([^\p{L}\p{N}]*\d{1,4})-(\d{1,4}[^\p{L}\p{N}]*)$/u, '$1\u2013$2')
}

/** Joins words so that no line ends with a short one or begins with a dash. */
export function joined(texts: readonly string[], isShort: (text: string) => boolean): string {
  return texts.reduce((line, text, index) => {
    if (index === 0) return text
    return line + (text === '\u2014' || isShort(texts[index - 1] ?? '') ? NARROW : ' ') + text
  }, '')
}
