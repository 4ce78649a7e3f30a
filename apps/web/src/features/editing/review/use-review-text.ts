import type { Script } from '@doslovno/contract/scripts.ts'
import { normalWord } from '@doslovno/domain/editing/edit-text.ts'
import { suggestSpellings } from '@doslovno/domain/editing/suggest-spellings.ts'
import { formsOf, hasCapital } from '@doslovno/domain/editing/word-forms.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { bareText } from '@doslovno/domain/vocabulary/marks.ts'
import { russianLetters, russianReviewRules } from '@doslovno/texts/language/review.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import type { KnownWords } from '#features/editing/vocabulary/use-known-words.ts'

import { recallReviewed, type ReviewText, startReview, wordKey } from './review-queue.ts'

type Options = { editor: Editor; script: Script; known: KnownWords; isReviewing: boolean }

/** The risks of a review. A word that a person typed is never one, in any of its places. */
export function useReviewText({ editor, script, known, isReviewing }: Options) {
  const { segments, speakers } = useEditorState(editor, (state) => state.transcript)
  const isEdited = useEditorState(editor, (state) => state.version > 0 || state.canUndo)
  const original = useQuery({
    queryKey: ['original', script.id],
    queryFn: () => editor.original(),
    enabled: isReviewing && isEdited,
    retry: false,
  })
  const typed = useMemo(() => (original.data ? typedWords(segments, original.data) : []), [segments, original.data])
  const { isKnown, isOwn } = known
  const text = useMemo((): ReviewText => {
    const keys = new Set(typed.map(wordKey))
    const names = speakers.flatMap(({ name }) => name.split(/\s+/u))
    const spelled = spellingsOf([...names, ...typed.map(({ text: word }) => bareText(word))])
    const isConfirmed = (word: string) => spelled.has(word) || isOwn(word)
    return {
      segments,
      unheard: script.unheard ?? [],
      rules: { ...russianReviewRules, ...(isKnown && { isKnown }), isConfirmed },
      isAnswered: (key) => keys.has(key) || recallReviewed(script.id).has(key),
    }
  }, [segments, speakers, typed, script.unheard, script.id, isKnown, isOwn])
  return { text, typed, isSettled: known.isSettled && !original.isLoading }
}

const MOST_SUGGESTIONS = 3
/** A spelling that stands more often counts as the recording's own. */
const OFTEN = 3

/** Likely spellings of a word: the user's own, those frequent in the text, and words that sound like it. */
export function useSuggestions(
  { text, typed }: Pick<ReturnType<typeof useReviewText>, 'text' | 'typed'>,
  known: KnownWords,
) {
  const { segments } = text
  const own = useMemo(() => {
    const counts = Map.groupBy(segments.flatMap(wordsOf).map(({ text: word }) => bareText(word)), (word) => word) // prettier-ignore
    const names = [...counts].flatMap(([word, all]) => (all.length >= OFTEN && hasCapital(word) ? [word] : []))
    return [...new Set([...(known.terms ?? []), ...typed.map(({ text: word }) => bareText(word)), ...names])]
  }, [segments, typed, known.terms])
  return useCallback(
    (word: string, places: number): string[] => {
      const found = suggestSpellings(word, {
        language: russianVocabulary,
        letters: russianLetters,
        isKnown: known.isOrdinary,
        own,
      })
      const isNew = places > 0 && !hasCapital(word)
      const name = isNew ? [word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())] : []
      const all = places >= OFTEN ? [...name, ...found] : [...found, ...name]
      return [...new Set(all)].slice(0, MOST_SUGGESTIONS)
    },
    // Loaded once.
    // oxlint-disable-next-line react/exhaustive-deps
    [own, known.isOrdinary === undefined],
  )
}

/** How many questions a review would ask; counted again when one ends. */
export function useQuestionCount(text: ReviewText, isReviewing: boolean): number {
  // A long text takes a moment to read, and nobody waits for the number.
  const deferred = useDeferredValue(text)
  return useMemo(() => (isReviewing ? 0 : startReview(deferred).items.length), [deferred, isReviewing])
}

/** Words that were not recognised. A segment where nothing had been recognised was heard later, not typed. */
function typedWords(segments: readonly Segment[], original: readonly Segment[]): Word[] {
  const recognised = new Set(original.flatMap(wordsOf).map(wordKey))
  return segments.flatMap((segment) => {
    const added = wordsOf(segment).filter((word) => word.termId === undefined && !recognised.has(wordKey(word)))
    const isHeardLater = !original.some(({ start, end }) => start < segment.end && end > segment.start)
    return isHeardLater ? [] : added
  })
}

/** Names in all their forms, other words as they are. */
function spellingsOf(words: readonly string[]): ReadonlySet<string> {
  const spelled = new Set(words.map(normalWord))
  for (const name of new Set(words.filter(hasCapital)))
    for (const form of formsOf({ from: name, to: name, isSentenceStart: false }, russianReviewRules.declensions).keys())
      spelled.add(form)
  return spelled
}
