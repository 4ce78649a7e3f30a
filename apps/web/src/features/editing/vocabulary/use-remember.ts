import { addTerms, declineTerm, offerTerm, type TermReading } from '@doslovno/contract/vocabulary.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { rememberTexts } from '@doslovno/texts/marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { showToast } from '#ui/toast.ts'

/** A word that may join the vocabulary: as it was written, and the ways to decline it. */
export type TermOffer = { text: string; source: 'correction' | 'speaker'; readings: readonly TermReading[] }

/** More questions would be a nuisance. */
const MOST_OFFERS = 3
const OFFERS_KEY = 'termOffers'

/** Offers to remember a corrected word or a named speaker. */
export function useRemember() {
  const queries = useQueryClient()
  const [offer, setOffer] = useState<TermOffer>()

  const ask = useCallback(async (text: string, source: TermOffer['source']) => {
    if (offersSoFar() >= MOST_OFFERS) return
    // The server knows the ordinary words, the vocabulary and what was declined.
    const readings = await call(offerTerm, { query: { text } }).then(({ data }) => data, () => []) // prettier-ignore
    if (readings.length === 0 || offersSoFar() >= MOST_OFFERS) return
    sessionStorage.setItem(OFFERS_KEY, String(offersSoFar() + 1))
    setOffer({ text, source, readings })
  }, [])
  const accept = async ({ text, paradigm }: TermReading) => {
    setOffer(undefined)
    const terms = [{ text, paradigm }]
    const added = await call(addTerms, { body: { source: offer?.source ?? 'correction', terms } }).catch(
      () => undefined,
    )
    showToast(doneText(text, added?.data[0]?.status), 3000)
    void queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
  }
  const decline = () => {
    setOffer(undefined)
    if (offer) void call(declineTerm, { body: { text: offer.text } }).catch(() => undefined)
  }
  return {
    offer,
    accept: (reading: TermReading) => void accept(reading),
    decline,
    /** The word is no longer in the text. */
    drop: () => setOffer(undefined),
    /** Several corrections at once are a rewrite. */
    afterCorrections: ([first, ...others]: readonly Correction[]) => {
      setOffer(undefined)
      if (first && others.length === 0) void ask(first.to, 'correction')
    },
    afterNaming: useCallback((name: string) => void ask(name, 'speaker'), [ask]),
  }
}

function offersSoFar(): number {
  return Number(sessionStorage.getItem(OFFERS_KEY) ?? 0)
}

function doneText(text: string, status: 'added' | 'exists' | 'refused' | undefined): string {
  if (status === undefined) return rememberTexts.failed
  return status === 'refused' ? rememberTexts.refused : rememberTexts.done(text)
}
