/** Finds one of the phrases, each a part of a regular expression, as whole words. */
export const anyOf = (phrases: readonly string[]): RegExp => new RegExp(whole(phrases.join('|')), 'u')

export const whole = (phrases: string): string => `(?<!\\p{L})(?:${phrases})(?!\\p{L})`

/** The words of a list as alternatives. */
export const oneOf = (list: string): string => list.trim().split(/\s+/u).join('|')
