import type { Script } from '@doslovno/contract/scripts.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { speakerName } from '@doslovno/texts/speakers.ts'
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

export function useTranscript({ script: segments, speakerNames }: Script): Transcript {
  const paragraphs = useMemo(() => toParagraphs(segments), [segments])
  const words = useMemo(() => indexWords(paragraphs), [paragraphs])
  const talks = useMemo(() => talksOf(paragraphs), [paragraphs])
  const nameOf = useCallback((speaker: number) => speakerName({ speakerNames }, speaker), [speakerNames])
  return { paragraphs, words, talks, nameOf }
}
