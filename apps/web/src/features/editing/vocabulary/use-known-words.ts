import type { Script } from '@doslovno/contract/scripts.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { knownTermsQuery, russianWordsQuery } from '#lib/queries/known-words.ts'
import { useSession } from '#lib/session/current.ts'

import { addKept, recallKept } from './kept-words.ts'

export type KnownWords = ReturnType<typeof useKnownWords>

/** Words that the language, the vocabulary or the user knows. They load when a review or the marks need them. */
export function useKnownWords({ language, script }: Script, isReviewing: boolean) {
  const userId = useSession().userId ?? ''
  const [kept, setKept] = useState(() => recallKept(userId))
  // Marks of unknown words stand in for those of low confidence.
  const hasConfidence = useMemo(() => script.some(({ words }) => words.some(({ confidence }) => confidence !== null)), [script]) // prettier-ignore
  const enabled = language === 'ru' && (isReviewing || !hasConfidence)
  const list = useQuery({ ...russianWordsQuery, enabled })
  const terms = useQuery({ ...knownTermsQuery, enabled })

  // A long text has few different words, and a correction must not look them all up again.
  const isListed = useMemo(() => list.data && remembering(list.data.isKnown), [list.data])
  const isOwn = useMemo(() => {
    const words = terms.data?.words
    return (word: string) => kept.has(lettersOf(word)) || words?.has(lettersOf(word)) === true
  }, [terms.data, kept])
  const isKnown = useMemo(() => isListed && ((word: string) => isListed(word) || isOwn(word)), [isListed, isOwn])
  const kindOf = list.data?.kindOf
  return {
    isKnown: enabled ? isKnown : undefined,
    /** Whether the user typed or confirmed a word, or the vocabulary has it. */
    isOwn,
    /** Whether a word is often written: likely to have been said. */
    isOrdinary: kindOf && ((word: string) => kindOf(word) === 'ordinary'),
    /** Every form of the vocabulary's terms. */
    terms: terms.data && [...terms.data.forms.values()].flat(),
    /** Whether waiting for the list makes no sense any more. */
    isSettled: !enabled || (!list.isPending && !terms.isPending),
    keep: (words: readonly string[]) => {
      if (words.length === 0) return
      addKept(userId, words)
      setKept(recallKept(userId))
    },
  }
}

function remembering(isKnown: (word: string) => boolean): (word: string) => boolean {
  const seen = new Map<string, boolean>()
  return (word) => {
    const known = seen.get(word) ?? isKnown(word)
    seen.set(word, known)
    return known
  }
}
