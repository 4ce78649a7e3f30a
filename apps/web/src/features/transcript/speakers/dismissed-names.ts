import type { Introduction } from '@doslovno/domain/speakers/introductions.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (scriptId: string) => `dismissedNames:${scriptId}`

export const offerKey = ({ speaker, name }: Pick<Introduction, 'speaker' | 'name'>) => `${speaker} ${name}`

/** Offers of a file that were dismissed in this browser. */
export function recallDismissed(memory: Memory, scriptId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(scriptId)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

export function rememberDismissed(memory: Memory, scriptId: string, keys: readonly string[]) {
  memory.setItem(keyOf(scriptId), JSON.stringify(keys))
}
