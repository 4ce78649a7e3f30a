import { reviewTexts } from '@doslovno/texts/editing.ts'

import { VoiceKey } from '#features/editing/field/voice-panel.tsx'
import { keepFocus } from '#ui/keep-focus.ts'

import { type Draft, piecesOf } from './draft.ts'
import type { Mark } from './review-queue.ts'

import classes from './review.module.css'

type SentenceProps = { draft: Draft; isChoice: boolean; onSelect: (mark: Mark) => void }

/** The sentence with the one word in question marked; a click selects another word. */
export function Sentence({ draft: { text, from, to }, isChoice, onSelect }: SentenceProps) {
  const pieces = piecesOf(text)
  const words = new Set(pieces.filter(({ isWord }) => isWord && !isChoice).map((word) => word.to))
  return (
    <p className={classes.sentence}>
      {pieces.map((piece, index) => {
        const own = text.slice(piece.from, piece.to)
        const isMarked = piece.from >= from && piece.to <= to
        if (words.has(piece.from)) return own.replace(CLOSING, '')
        if (!words.has(piece.to)) return isMarked ? <mark key={piece.from}>{own}</mark> : own
        const next = pieces[index + 1]
        return (
          <span key={piece.from} className={classes.whole}>
            <button
              type="button"
              // The arrows select words, too.
              tabIndex={-1}
              className={classes.word}
              aria-pressed={isMarked}
              onMouseDown={keepFocus}
              onClick={() => onSelect(piece)}
            >
              {own}
            </button>
            {next && !next.isWord && CLOSING.exec(text.slice(next.from, next.to))?.[0]}
          </span>
        )
      })}
    </p>
  )
}

/** Signs that stay on the line of the word before them. */
const CLOSING = /^\S+/u

type SuggestionsProps = { words: readonly string[]; hasKeys: boolean; onPut: (word: string) => void }

/** Likely spellings of the selected word, by a click or by digits. */
export function Suggestions({ words, hasKeys, onPut }: SuggestionsProps) {
  if (words.length === 0) return null
  return (
    <div className={classes.suggestions} role="group" aria-label={reviewTexts.suggestions}>
      {words.map((word, index) => (
        <button key={word} type="button" className={classes.voice} onMouseDown={keepFocus} onClick={() => onPut(word)}>
          {word}
          {hasKeys && <VoiceKey number={index + 1} />}
        </button>
      ))}
    </div>
  )
}
