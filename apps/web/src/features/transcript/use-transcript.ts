import type { Script } from '@doslovno/contract/scripts.ts'
import { paragraphCleaner, type View } from '@doslovno/domain/clean-view/clean-words.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { russianCleanRules } from '@doslovno/texts/language/clean-rules.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { useCallback, useMemo } from 'react'

import { indexWords, type WordIndex } from './reader/word-index.ts'
import { type Talk, talksOf } from './speakers/speakers.ts'

/** A file's text as it is read. */
export type Transcript = {
  paragraphs: readonly Paragraph[]
  words: WordIndex
  talks: readonly Talk[]
  nameOf: (speaker: number) => string
}

const cleanParagraphs = paragraphCleaner(russianCleanRules)

export function useTranscript({ script: segments, speakerNames }: Script, view: View): Transcript {
  const paragraphs = useMemo(
    () => (view === 'clean' ? cleanParagraphs(segments) : toParagraphs(segments)),
    [segments, view],
  )
  const words = useMemo(() => indexWords(paragraphs), [paragraphs])
  const talks = useMemo(() => talksOf(paragraphs), [paragraphs])
  const nameOf = useCallback((speaker: number) => speakerName({ speakerNames }, speaker), [speakerNames])
  return { paragraphs, words, talks, nameOf }
}
