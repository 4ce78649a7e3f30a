import { bareText, type Question } from '@doslovno/domain/vocabulary/marks.ts'
import { fieldTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { questionTexts } from '@doslovno/texts/marks.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ChevronLeft, ChevronRight, CircleCheckBig, type LucideIcon, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { digitOf } from '#lib/keys/digit-keys.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import { asksSpeakerOnly, type Mark, type ReviewItem, type ReviewPlace } from './review-queue.ts'
import { ReviewVoices } from './review-voices.tsx'
import type { Review } from './use-review.ts'

import classes from './review.module.css'

type Props = { review: Review; onLeave: () => void }

/**
 * Walks through the risky places. Enter accepts, Backspace keeps what was heard, a digit chooses the speaker, typing
 * corrects, arrows move, Escape leaves.
 */
export function ReviewCard({ review, onLeave }: Props) {
  const { item, place } = review
  return (
    <section className={`${classes.card} no-print`} role="dialog" aria-label={reviewTexts.title}>
      <div className={classes.head}>
        <p className="num" role="status">
          {place ? reviewTexts.progress(review.number, review.total, review.minutes) : reviewTexts.title}
        </p>
        {review.isLong && <Length review={review} />}
        <Step icon={X} label={reviewTexts.leave} onClick={onLeave} />
      </div>
      {item && place ? (
        // The key resets the field for each place.
        <Place key={`${item.keys.join()} ${review.isWhole}`} {...{ review, item, place, onLeave }} />
      ) : (
        <Done review={review} onLeave={onLeave} />
      )}
    </section>
  )
}

/** A pass is as short as the user wants. */
function Length({ review }: { review: Review }) {
  const lengths = [
    { isWhole: false, label: reviewTexts.fiveMinutes },
    { isWhole: true, label: reviewTexts.whole },
  ]
  return (
    <div className={classes.lengths} role="group" aria-label={reviewTexts.length}>
      {lengths.map(({ isWhole, label }) => (
        <button
          key={label}
          type="button"
          className={classes.length}
          aria-pressed={review.isWhole === isWhole}
          onMouseDown={keepFocus}
          onClick={() => review.begin(isWhole)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** Shown while the list of words loads. */
export function ReviewWaiting({ onLeave }: Pick<Props, 'onLeave'>) {
  return (
    <section className={`${classes.card} no-print`} role="dialog" aria-label={reviewTexts.title} aria-busy>
      <div className={classes.head}>
        <p role="status">{reviewTexts.preparing}</p>
        <Step icon={X} label={reviewTexts.leave} onClick={onLeave} />
      </div>
    </section>
  )
}

const NEIGHBOURS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** The field exists from the start, hidden: any input, by key or by dictation, begins the correction. */
function Place({ review, item, place, onLeave }: Props & { item: ReviewItem; place: ReviewPlace }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [isWriting, setIsWriting] = useState(false)
  const first = firstMark(item, place)
  const { question } = item
  // A question about the speaker is answered by a choice: letters must not overwrite the word.
  const isChoice = asksSpeakerOnly(item)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(first?.from ?? 0, first?.to ?? 0)
    // Runs once per place: later edits of it must not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const write = (mark?: Mark) => {
    flushSync(() => setIsWriting(true))
    review.hush()
    if (!mark) return
    // A phone shows its keyboard when a field that wants one takes the focus.
    input.current?.blur()
    input.current?.focus()
    input.current?.setSelectionRange(mark.from, mark.to)
  }
  const save = () => review.correct(input.current?.value ?? place.text)
  const cancel = () => {
    setIsWriting(false)
    review.listen()
    if (!input.current) return
    input.current.value = place.text
    input.current.setSelectionRange(first?.from ?? 0, first?.to ?? 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    const neighbour = isWriting ? undefined : NEIGHBOURS[key]
    const voice = isWriting ? undefined : voiceOf(review, event, isChoice)
    if (key === 'Enter' && !nativeEvent.isComposing) (isWriting ? save : review.accept)()
    else if (key === 'Escape') (isWriting ? cancel : onLeave)()
    else if (neighbour) review.move(neighbour)
    else if (voice !== undefined) review.give(voice)
    else if (key === ' ' && !isWriting) review.listen()
    else if (key === 'Backspace' && !isWriting && question) review.keep()
    else return
    event.preventDefault()
  }
  return (
    <>
      <p className={classes.why}>
        {reviewTexts.why} <b>{reviewTexts.reasons(item.reasons)}</b>
      </p>
      {!isWriting && <Sentence place={place} onMark={write} />}
      {!isWriting && question && <Asked question={question} />}
      {!isWriting && <ReviewVoices review={review} />}
      <textarea
        ref={input}
        className={isWriting ? classes.field : 'visually-hidden'}
        aria-label={reviewTexts.field}
        // A phone shows its keyboard only while correcting.
        inputMode={isWriting ? 'text' : 'none'}
        readOnly={isChoice && !isWriting}
        rows={2}
        defaultValue={place.text}
        onInput={() => !isWriting && write()}
        onKeyDown={onKeyDown}
      />
      <div className={classes.actions}>
        {isWriting ? (
          <Button variant="default" className={classes.cancel} onMouseDown={keepFocus} onClick={cancel}>
            {fieldTexts.cancel}
          </Button>
        ) : (
          <Choices review={review} question={question} onWrite={() => write(first)} />
        )}
        <Button onMouseDown={keepFocus} onClick={isWriting ? save : review.accept}>
          {isWriting ? reviewTexts.save : acceptText(question)}
        </Button>
      </div>
      <p className={classes.help}>{isWriting ? reviewTexts.helpWriting : helpText(question, isChoice)}</p>
    </>
  )
}

type ChoicesProps = { review: Review; question: Question | undefined; onWrite: () => void }

/** What can be done besides accepting. */
function Choices({ review, question, onWrite }: ChoicesProps) {
  return (
    <>
      <div className={classes.steps}>
        <Step icon={ChevronLeft} label={reviewTexts.previous} onClick={() => review.move(-1)} />
        <Step icon={RotateCcw} label={reviewTexts.again} onClick={review.listen} />
        <Step icon={ChevronRight} label={reviewTexts.next} onClick={() => review.move(1)} />
      </div>
      <Button variant="default" onMouseDown={keepFocus} onClick={onWrite}>
        {reviewTexts.write}
      </Button>
      {question && (
        <Button variant="default" onMouseDown={keepFocus} onClick={review.keep}>
          {questionTexts.keep}
        </Button>
      )}
    </>
  )
}

/** The word to correct: not the one that only another speaker begins. */
function firstMark(item: ReviewItem, { marks }: ReviewPlace): Mark | undefined {
  const isOther = asksSpeakerOnly(item) || item.keys[0] !== item.border
  return isOther ? marks[0] : (marks[1] ?? marks[0])
}

/** The speaker of a digit key. Digits may also correct a number, so only a choice takes them without Alt. */
function voiceOf(review: Review, { nativeEvent, altKey }: KeyboardEvent, isChoice: boolean): number | undefined {
  const digit = isChoice || altKey ? digitOf(nativeEvent) : undefined
  return digit === undefined ? undefined : review.voices[digit - 1]?.speaker
}

/** What the vocabulary asks; the answer is for all places at once. */
function Asked({ question: { heard, text, places } }: { question: Question }) {
  return (
    <p role="status">
      <b>{questionTexts.question(bareText(heard), bareText(text))}</b>{' '}
      {places.length > 1 && questionTexts.places(places.length)}
    </p>
  )
}

const acceptText = (question: Question | undefined) =>
  question ? questionTexts.accept(bareText(question.text)) : reviewTexts.accept
const helpText = (question: Question | undefined, isChoice: boolean) => {
  if (question) return questionTexts.help
  return isChoice ? reviewTexts.helpSpeaker : reviewTexts.help
}

function Step({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onMouseDown={keepFocus} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

type SentenceProps = { place: ReviewPlace; onMark: (mark: Mark) => void }

/** The sentences with their risky words marked; a click on a mark starts overwriting it. */
function Sentence({ place: { text, marks }, onMark }: SentenceProps) {
  const parts: ReactNode[] = []
  let next = 0
  for (const mark of marks) {
    parts.push(
      text.slice(next, mark.from),
      <button
        key={mark.from}
        type="button"
        className={classes.mark}
        onMouseDown={keepFocus}
        onClick={() => onMark(mark)}
      >
        {text.slice(mark.from, mark.to)}
      </button>,
    )
    next = mark.to
  }
  return (
    <p className={classes.sentence}>
      {parts}
      {text.slice(next)}
    </p>
  )
}

function Done({ review, onLeave }: Props) {
  const hasMore = review.later > 0
  const done = review.isEmpty ? reviewTexts.nothing : reviewTexts.doneText
  return (
    <div className={classes.done}>
      <CircleCheckBig size={28} aria-hidden />
      <p role="status">{hasMore ? reviewTexts.moreText(review.later) : done}</p>
      <Button
        autoFocus
        onClick={hasMore ? review.more : onLeave}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && onLeave()}
      >
        {hasMore ? reviewTexts.more : reviewTexts.leave}
      </Button>
    </div>
  )
}
