import { SPELLED } from '@doslovno/domain/editing/review.ts'
import { bareText, type Question } from '@doslovno/domain/vocabulary/marks.ts'
import { fieldTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { questionTexts } from '@doslovno/texts/marks.ts'
import { Button } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { VoiceKey } from '#features/editing/field/voice-panel.tsx'
import { speakerColour } from '#lib/format/speaker-colour.ts'
import { digitOf } from '#lib/keys/digit-keys.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import { Steps } from './card-step.tsx'
import { bareMark, type Draft, selectedWord, stepWord, withWord } from './draft.ts'
import { ReviewPlaces } from './review-places.tsx'
import type { Mark, ReviewItem, ReviewPlace as Place } from './review-queue.ts'
import { Sentence, Suggestions } from './review-sentence.tsx'
import type { Review } from './use-review.ts'

import classes from './review.module.css'

type Props = {
  review: Review
  item: ReviewItem
  place: Place
  suggest: (word: string, places: number) => string[]
  onLeave: () => void
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }
const MOVES: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * One word in question, selected in its sentence: typing overwrites it, a digit puts a suggestion in, arrows select
 * another word, Enter is the answer. The field is hidden until something is typed, by keys or by dictation.
 */
export function ReviewPlace({ review, item, place, suggest, onLeave }: Props) {
  const { input, draft, isWriting, isChanged, select, put, write, reset } = useDraft(review, place)
  const { question } = item
  // A question about the speaker is answered by a choice: letters must not overwrite the word.
  const isChoice = item.reason === 'speaker'
  const word = isChoice ? undefined : selectedWord(draft)
  const isAsked = draft.from === place.mark.from || place.text.slice(draft.from, draft.to) === ''
  const places = item.reason === 'unknown' && isAsked ? item.count : 0
  const suggested = useMemo(() => (word === undefined || question ? [] : suggest(word, places)), [word, question, suggest, places]) // prettier-ignore
  const isForAll = isChanged && SPELLED.includes(item.reason) && item.count > 1

  const answer = (everywhere = true) => {
    const text = input.current?.value ?? draft.text
    if (text === place.text && !isWriting) review.accept()
    else review.correct(text, everywhere)
  }
  const isLetters = word !== undefined && /^[^\p{N}]+$/u.test(word)
  const onDigit = (event: KeyboardEvent): boolean => {
    const digit = digitOf(event.nativeEvent)
    if (digit === undefined || event.ctrlKey || event.metaKey) return false
    const [voice, spelling] = [isChoice ? review.voices[digit - 1] : undefined, isLetters ? suggested[digit - 1] : undefined] // prettier-ignore
    if (voice) review.give(voice.speaker)
    if (spelling !== undefined) put(spelling)
    return voice !== undefined || spelling !== undefined
  }
  const onArrow = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => {
    const [step, to] = [STEPS[key], isWriting ? undefined : MOVES[key]]
    const neighbour = to ?? (isChoice ? step : undefined)
    if (neighbour) review.move(neighbour)
    if (neighbour || !step || metaKey) return neighbour !== undefined
    const mark = markAfter(draftIn(input.current, draft), step, { isExtending: shiftKey, isLeaving: ctrlKey || altKey })
    if (mark) select(mark)
    return mark !== undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    if (key === 'Enter' && !nativeEvent.isComposing) answer(!shiftKey)
    else if (key === 'Escape') (isWriting || isChanged ? reset : onLeave)()
    else if (key === ' ' && !isWriting && draft.from < draft.to) review.listen()
    else if (key === 'Backspace' && !isChanged && !isWriting && question) review.keep()
    else if (!onArrow(event) && !onDigit(event)) return
    event.preventDefault()
  }
  return (
    <div className={classes.place}>
      <ReviewPlaces key={item.count} {...{ review, item, place }} />
      {!isWriting && <Sentence draft={draft} isChoice={isChoice} onSelect={select} />}
      {!isWriting && question && <Asked question={question} />}
      {!isWriting && <ReviewVoices review={review} />}
      <textarea
        ref={input}
        className={isWriting ? classes.field : 'visually-hidden'}
        aria-label={reviewTexts.field}
        // A phone shows its keyboard only while correcting.
        inputMode={isWriting ? 'text' : 'none'}
        readOnly={isChoice && !isWriting}
        rows={1}
        defaultValue={place.text}
        onInput={() => write()}
        onSelect={() => isWriting && select(draftIn(input.current, draft))}
        onKeyDown={onKeyDown}
      />
      <Suggestions words={suggested} hasKeys={isLetters} onPut={put} />
      <div className={classes.actions}>
        {isWriting || isChanged ? (
          <Button variant="default" className={classes.cancel} onMouseDown={keepFocus} onClick={reset}>
            {fieldTexts.cancel}
          </Button>
        ) : (
          <Choices {...{ review, question, isChoice }} onWrite={() => write(draft)} />
        )}
        {isForAll && (
          <Button variant="default" onMouseDown={keepFocus} onClick={() => answer(false)}>
            {reviewTexts.onlyHere}
          </Button>
        )}
        <Button onMouseDown={keepFocus} onClick={() => answer()}>
          {answerText({ question, isChanged: isWriting || isChanged, places: isForAll ? item.count : 1 })}
        </Button>
      </div>
      <p className={classes.help}>{isWriting ? reviewTexts.helpWriting : helpText(question, isChoice)}</p>
    </div>
  )
}

/** Where an arrow leads: to the next word, or with Ctrl or Alt to the edge of this one, to type beside it. */
function markAfter(
  draft: Draft,
  step: -1 | 1,
  { isExtending, isLeaving }: { isExtending: boolean; isLeaving: boolean },
) {
  if (!isLeaving) return stepWord(draft, step, isExtending)
  const edge = step > 0 ? draft.to : draft.from
  return draft.from < draft.to && !isExtending ? { from: edge, to: edge } : undefined
}

/** The sentence in the hidden field as React knows it, and what changes it. */
function useDraft(review: Review, place: Place) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [start] = useState((): Draft => ({ text: place.text, ...bareMark(place.text, place.mark) }))
  const [draft, setDraft] = useState(start)
  const [isWriting, setIsWriting] = useState(false)
  const show = (next: Draft) => {
    setDraft(next)
    const field = input.current
    if (!field) return
    if (field.value !== next.text) field.value = next.text
    if (field.selectionStart !== next.from || field.selectionEnd !== next.to)
      field.setSelectionRange(next.from, next.to)
  }
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(start.from, start.to)
  }, [start])
  return {
    input,
    draft,
    isWriting,
    isChanged: draft.text !== place.text,
    select: ({ from, to }: Mark) => show({ ...draftIn(input.current, draft), from, to }),
    put: (word: string) => show(withWord(draftIn(input.current, draft), word)),
    /** Shows the field, with the keyboard of a phone if a stretch is to be typed over. */
    write: (mark?: Mark) => {
      if (!isWriting) review.hush()
      flushSync(() => setIsWriting(true))
      setDraft(draftIn(input.current, draft))
      if (!mark) return
      // A phone shows its keyboard when a field that wants one takes the focus.
      input.current?.blur()
      input.current?.focus()
      input.current?.setSelectionRange(mark.from, mark.to)
    },
    reset: () => {
      setIsWriting(false)
      review.listen()
      show(start)
    },
  }
}

function draftIn(field: HTMLTextAreaElement | null, draft: Draft): Draft {
  return field ? { text: field.value, from: field.selectionStart, to: field.selectionEnd } : draft
}

type ChoicesProps = { review: Review; question: Question | undefined; isChoice: boolean; onWrite: () => void }

/** Actions besides accepting. */
function Choices({ review, question, isChoice, onWrite }: ChoicesProps) {
  return (
    <>
      <Steps review={review} />
      {!isChoice && (
        <Button variant="default" onMouseDown={keepFocus} onClick={onWrite}>
          {reviewTexts.write}
        </Button>
      )}
      {question && (
        <Button variant="default" onMouseDown={keepFocus} onClick={review.keep}>
          {questionTexts.keep}
        </Button>
      )}
    </>
  )
}

/** A question of the vocabulary; its answer is for all places at once. */
function Asked({ question: { heard, text } }: { question: Question }) {
  return (
    <p role="status">
      <b>{questionTexts.question(bareText(heard), bareText(text))}</b>
    </p>
  )
}

type Answer = { question: Question | undefined; isChanged: boolean; places: number }

function answerText({ question, isChanged, places }: Answer): string {
  if (isChanged) return places > 1 ? reviewTexts.saveAll(places) : reviewTexts.save
  return question ? questionTexts.accept(bareText(question.text)) : reviewTexts.accept
}

function helpText(question: Question | undefined, isChoice: boolean): string {
  if (question) return questionTexts.help
  return isChoice ? reviewTexts.helpSpeaker : reviewTexts.help
}

/** All speakers, for a place where another one begins; the present one is pressed. */
function ReviewVoices({ review: { voices, speaker: present, give } }: { review: Review }) {
  if (voices.length === 0) return null
  return (
    <div className={classes.asked}>
      <p>{reviewTexts.voices}</p>
      <div className={classes.voices} role="group" aria-label={reviewTexts.voices}>
        {voices.map(({ speaker, name }, index) => (
          <button
            key={speaker}
            type="button"
            className={classes.voice}
            aria-pressed={speaker === present}
            style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
            onMouseDown={keepFocus}
            onClick={() => give(speaker)}
          >
            {name}
            <VoiceKey number={index + 1} />
          </button>
        ))}
      </div>
    </div>
  )
}
