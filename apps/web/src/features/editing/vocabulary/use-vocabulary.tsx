import { findTermPlaces, type TermPlace } from '@doslovno/contract/script-vocabulary.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { addTerms, declineTerm, offerTerm, type TermReading } from '@doslovno/contract/vocabulary.ts'
import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { placeAt } from '@doslovno/domain/editing/replace.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import { termPatches } from '@doslovno/domain/vocabulary/marks.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { applyTexts, rememberTexts } from '@doslovno/texts/marks.ts'
import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'

import { Preview } from '#features/editing/replace/preview.tsx'
import type { Editor } from '#features/editing/text/editor.ts'
import { call } from '#lib/api/current.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { showToast } from '#ui/toast.ts'

import { useKnownWords } from './use-known-words.ts'
import { answer, useMarkActions } from './use-mark-actions.ts'

import classes from '#features/editing/editing.module.css'

/** The vocabulary as editing sees it: its marks, its offers, and which words exist. */
export function useVocabulary(editor: Editor, script: Script, isReviewing: boolean) {
  const known = useKnownWords(script, isReviewing)
  const apply = useApply(editor, script.id)
  const remember = useRemember()
  const marks = useMarkActions(editor, script.id)
  const slots: Pick<EditingSlots, 'marks' | 'onApply' | 'isKnown'> = {
    marks,
    onApply: apply.open,
    isKnown: known.isKnown,
  }
  const bar: ReactNode = remember.offer && (
    <RememberBar
      key={remember.offer.text}
      offer={remember.offer}
      onAccept={remember.accept}
      onDecline={remember.decline}
    />
  )
  return {
    slots,
    known,
    takeCorrections: (corrections: readonly Correction[]) => {
      known.keep(corrections.map(({ to }) => to))
      remember.afterCorrections(corrections)
    },
    onNamed: remember.afterNaming,
    dropOffer: remember.drop,
    bar,
    dialog: <ApplyDialog {...apply} />,
  }
}

type Props = Pick<ReturnType<typeof useApply>, 'matches' | 'apply' | 'close'>

const isCertain = ({ term }: TermMatch) => !term.isQuestion

/** Every place where the vocabulary would change the text; doubtful ones are left to the user. */
function ApplyDialog({ matches, apply, close }: Props) {
  return (
    <Modal
      opened={matches !== undefined}
      onClose={close}
      title={applyTexts.title}
      size={680}
      closeButtonProps={{ 'aria-label': replaceTexts.close }}
    >
      {matches && <Preview places={matches} isChosen={isCertain} onReplace={apply} />}
    </Modal>
  )
}

/** A place in the text with the term that it sounds like. */
type TermMatch = FormPlace & { term: TermPlace }

/** Looks for terms in a ready text and puts in those that the user chooses. */
function useApply(editor: Editor, scriptId: string) {
  const [matches, setMatches] = useState<readonly TermMatch[]>()
  const open = async () => {
    editor.close()
    const found = await call(findTermPlaces, { params: { id: scriptId } }).catch(() => undefined)
    const inText = found?.places.flatMap((term) => matchOf(editor.getState().transcript.segments, term)) ?? []
    if (!found) showToast(applyTexts.failed, 3000)
    else if (inText.length === 0) showToast(applyTexts.nothing, 3000)
    else setMatches(inText)
  }
  const close = () => setMatches(undefined)
  const apply = (chosen: readonly TermMatch[]) => {
    close()
    const { segments } = editor.getState().transcript
    const terms = chosen.filter(({ term }) => matchOf(segments, term).length > 0).map(({ term }) => term)
    const isDone = editor.perform([{ kind: 'restoreSegments', patches: termPatches(segments, terms) }], {
      source: 'vocabulary',
    })
    if (!isDone) return
    showToast(replaceTexts.done(terms.length))
    void answer(scriptId, terms.map(({ heard, termId }) => ({ heard, termId, answer: 'accepted' }))) // prettier-ignore
  }
  return { matches, open: () => void open(), apply, close }
}

/** None if these words changed meanwhile. */
function matchOf(segments: readonly Segment[], term: TermPlace): TermMatch[] {
  const { at, word, words, heard, text } = term
  const segment = segments[at]
  const own = segment?.words ?? []
  if (!segment || joinWords(own.slice(word, word + words)) !== heard) return []
  const from = word === 0 ? 0 : joinWords(own.slice(0, word)).length + 1
  return [{ ...placeAt(segment, { at, from, to: from + heard.length }), text, term }]
}

type RememberBarProps = { offer: TermOffer; onAccept: (reading: TermReading) => void; onDecline: () => void }

/** Shown after a correction or a naming: the word in its forms, to be checked before it is remembered. */
function RememberBar({ offer: { readings }, onAccept, onDecline }: RememberBarProps) {
  const [chosen, setChosen] = useState(0)
  const reading = readings[chosen] ?? readings[0]
  if (!reading) return null
  return (
    <section className={classes.bar} aria-label={rememberTexts.label}>
      <div className={classes.offered}>
        <p role="status">{rememberTexts.question(reading.text)}</p>
        {readings.length === 1 ? (
          <p className={classes.hint}>{formsText(reading)}</p>
        ) : (
          <NativeSelect
            size="xs"
            aria-label={rememberTexts.reading}
            data={readings.map((one, index) => ({ value: String(index), label: formsText(one) }))}
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        )}
      </div>
      <div className={classes.end}>
        <Button size="xs" variant="subtle" onClick={onDecline}>
          {rememberTexts.decline}
        </Button>
        <Button size="xs" onClick={() => onAccept(reading)}>
          {rememberTexts.accept}
        </Button>
      </div>
    </section>
  )
}

function formsText({ text, forms }: TermReading): string {
  return forms.length > 1 ? rememberTexts.forms(forms) : rememberTexts.notDeclined(text)
}

/** A word that may join the vocabulary: as it was written, and the ways to decline it. */
type TermOffer = { text: string; source: 'correction' | 'speaker'; readings: readonly TermReading[] }

/** More questions would be a nuisance. */
const MOST_OFFERS = 3
const OFFERS_KEY = 'termOffers'

/** Offers to remember a corrected word or a named speaker. */
function useRemember() {
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
