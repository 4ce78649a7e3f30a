import type { Script } from '@doslovno/contract/scripts.ts'
import { findIntroductions, type Introduction } from '@doslovno/domain/speakers/introductions.ts'
import { russianNaming } from '@doslovno/texts/language/names/russian-naming.ts'
import { createContext, useDeferredValue, useMemo } from 'react'

import type { PlayMoment } from '#lib/file-page/playback.ts'

/** Helps the owner to name speakers. */
export type Naming = {
  scriptId: string
  /** Names that speakers already have. */
  given: readonly string[]
  /** Names heard in the talk, of speakers without one. */
  introductions: readonly Introduction[]
  /** Absent without a recording. */
  onPlay: PlayMoment | undefined
}

/** Read by the form of a name, which a long text would otherwise pass through every paragraph. */
export const NamingContext = createContext<Naming | undefined>(undefined)

export function useNaming({ id, language, script, speakerNames }: Script, onPlay: PlayMoment | undefined): Naming {
  // A long text takes a moment to read, and nobody waits for the offers.
  const segments = useDeferredValue(script)
  const found = useMemo(
    () => (language === 'ru' ? findIntroductions(segments, russianNaming) : []),
    [segments, language],
  )
  const introductions = found.filter(({ speaker }) => speakerNames.every(({ speakerId }) => speakerId !== speaker))
  return { scriptId: id, given: speakerNames.map(({ name }) => name), introductions, onPlay }
}
