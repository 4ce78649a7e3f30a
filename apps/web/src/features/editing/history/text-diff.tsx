import { isSame } from '@doslovno/domain/editing/difference.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { diffText, type DiffPiece } from '@doslovno/domain/history/diff-text.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'

import { clock } from '#lib/format/time.ts'

import classes from './history.module.css'

const SHOWN = 100

type Props = { from: Transcript; to: Transcript; onShow: (seconds: number) => void }

/** The words that differ, with those around them. */
export function TextDiff({ from, to, onShow }: Props) {
  const [shown, setShown] = useState(SHOWN)
  const places = useMemo(() => diffText(from.segments, to.segments), [from, to])
  if (places.length === 0)
    return <p className={classes.note}>{isSame(from.segments, to.segments) ? texts.same : texts.sameWords}</p>
  const rest = places.length - shown
  return (
    <>
      <p className={classes.legend}>
        {texts.legend} <del>{texts.removed}</del> <ins>{texts.added}</ins>
        <span className="num"> · {texts.places(places.length)}</span>
      </p>
      <ol className={classes.places}>
        {places.slice(0, shown).map(({ start, pieces }, index) => (
          <li key={index}>
            <button
              type="button"
              className={`${classes.time} num`}
              aria-label={texts.show(clock(start))}
              onClick={() => onShow(start)}
            >
              {clock(start)}
            </button>
            <p>{pieces.map(Piece)}</p>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + SHOWN)}>
          {texts.morePlaces(Math.min(rest, SHOWN))}
        </Button>
      )}
    </>
  )
}

function Piece({ kind, text }: DiffPiece, index: number) {
  const Tag = kind === 'same' ? 'span' : kind === 'removed' ? 'del' : 'ins'
  return (
    <span key={index}>
      <Tag>{text}</Tag>{' '}
    </span>
  )
}
