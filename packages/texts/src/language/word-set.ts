import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'

export function wordSet(list: string): Set<string> {
  return new Set(splitWords(list))
}

/** A pattern of phrases with a border of words on both sides. */
export const whole = (phrases: string): string => `(?<!\\p{L})(?:${phrases})(?!\\p{L})`

/** The words of a list as alternatives. */
export const oneOf = (list: string): string => list.trim().split(/\s+/u).join('|')
