import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'

export function wordSet(list: string): Set<string> {
  return new Set(splitWords(list))
}
