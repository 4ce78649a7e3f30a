import type { SoundCosts, VocabularyLanguage } from './language.ts'

/** The costs as tables, by the numbers of sounds. */
export type CostTables = {
  count: number
  encode: (sounds: string) => Uint8Array
  lost: Float32Array
  changed: Float32Array
}

export function tablesOf(costs: SoundCosts): CostTables {
  const sounds = Array.from(costs.sounds)
  const numbers = new Map(sounds.map((sound, number) => [sound, number]))
  return {
    count: sounds.length,
    encode: (text) => Uint8Array.from(Array.from(text).flatMap((sound) => numbers.get(sound) ?? [])),
    lost: Float32Array.from(sounds, costs.lost),
    changed: Float32Array.from(sounds.flatMap((one) => sounds.map((other) => costs.changed(one, other)))),
  }
}

/** The sounds of words spoken one after another; parts of a compound are pronounced as words. */
export function soundsOfWords(words: readonly string[], language: VocabularyLanguage): string {
  return withoutDoubles(words.flatMap((word) => word.split('-').map(language.soundsOf)).join(''))
}

export const withoutDoubles = (text: string) => text.replace(/(.)\1+/gu, '$1')

/** The classes of the consonants in order: what usually survives when a word is misheard. */
export function skeletonOf(sounds: string, { classOf }: VocabularyLanguage): string {
  return withoutDoubles(Array.from(sounds, (sound) => classOf.get(sound) ?? '').join(''))
}

/** The skeleton with up to two letters left out, fewer if it is short. */
export function skeletonsNear(skeleton: string): string[] {
  const times = skeleton.length <= 2 ? 0 : skeleton.length <= 6 ? 1 : 2
  const all = new Set([skeleton])
  let level = [skeleton]
  for (let time = 0; time < times; time++) {
    level = level.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)))
    for (const text of level) all.add(text)
  }
  return [...all]
}
