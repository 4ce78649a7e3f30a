import { bareText, type Question } from '@doslovno/domain/vocabulary/marks.ts'
import { reviewTexts } from '@doslovno/texts/editing.ts'
import { questionTexts } from '@doslovno/texts/marks.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ChevronLeft, ChevronRight, CircleCheckBig, type LucideIcon, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import type { Mark, ReviewItem, ReviewPlace } from './review-queue.ts'
import type { useReview } from './use-review.ts'

import classes from './review.module.css'

type Review = ReturnType<typeof useReview>
type Props = { review: Review; onLeave: () => void }

/** Walks through the risky places. Enter accepts, Backspace keeps what was heard, typing corrects, arrows move, Escape leaves. */
export function ReviewCard({ review, onLeave }: Props) {
  const { item, place } = review
  return (
    <section className={`${classes.card} no-print`} role="dialog" aria-label={reviewTexts.title}>
      <div className={classes.head}>
        <p className="num" role="status">
          {place ? reviewTexts.left(review.left, review.minutes) : reviewTexts.title}
        </p>
        <Step icon={X} label={reviewTexts.leave} onClick={onLeave} />
      </div>
      {item && place ? (
        // The key resets the field for each place.
        <Place key={item.keys.join()} {...{ review, item, place, onLeave }} />
      ) : (
        <Done review={review} onLeave={onLeave} />
      )}
    </section>
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
  const [first] = place.marks
  const { question } = item
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(first?.from ?? 0, first?.to ?? 0)
    // Runs once per place: later edits of it must not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const write = (mark?: Mark) => {
    setIsWriting(true)
    review.hush()
    input.current?.focus()
    if (mark) input.current?.setSelectionRange(mark.from, mark.to)
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
    if (key === 'Enter' && !nativeEvent.isComposing) (isWriting ? save : review.accept)()
    else if (key === 'Escape') (isWriting ? cancel : onLeave)()
    else if (neighbour) review.move(neighbour)
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
      <textarea
        ref={input}
        className={isWriting ? classes.field : 'visually-hidden'}
        aria-label={reviewTexts.field}
        // A phone shows its keyboard only while correcting.
        inputMode={isWriting ? 'text' : 'none'}
        rows={2}
        defaultValue={place.text}
        onInput={() => !isWriting && write()}
        onKeyDown={onKeyDown}
      />
      <div className={classes.actions}>
        {!isWriting && (
          <>
            <Step icon={ChevronLeft} label={reviewTexts.previous} onClick={() => review.move(-1)} />
            <Step icon={RotateCcw} label={reviewTexts.again} onClick={review.listen} />
            <Step icon={ChevronRight} label={reviewTexts.next} onClick={() => review.move(1)} />
          </>
        )}
        {!isWriting && question && (
          <Button className={classes.keep} variant="default" onMouseDown={keepFocus} onClick={review.keep}>
            {questionTexts.keep}
          </Button>
        )}
        <Button className={classes.accept} onMouseDown={keepFocus} onClick={isWriting ? save : review.accept}>
          {isWriting ? reviewTexts.save : acceptText(question)}
        </Button>
      </div>
      <p className={classes.help}>{isWriting ? reviewTexts.helpWriting : helpText(question)}</p>
    </>
  )
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
const helpText = (question: Question | undefined) => (question ? questionTexts.help : reviewTexts.help)

/** Keeps the focus in the field when the mouse presses something else. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
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
