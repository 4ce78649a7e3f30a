/** Letters of two words at most, a number as it is, so that colour is never the only cue. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => (/^\d{1,3}$/u.test(word) ? word : (Array.from(word)[0] ?? '')))
    .join('')
    .toLocaleUpperCase()
}
