import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { searchTexts } from '@doslovno/texts/files.ts'
import { Link } from '@tanstack/react-router'

import { clock } from '#lib/format/time.ts'

import { aroundMarks, markWords } from './mark-words.ts'

import classes from '#features/files/files.module.css'

type Props = { script: Pick<ScriptSummary, 'id' | 'matched'>; search: string | undefined }

/** Whether a search found its words in the text. */
export function hasMatch({ matched }: Pick<ScriptSummary, 'matched'>, search: string | undefined): boolean {
  return matched !== undefined && search !== undefined
}

/** The sentence with the match; opens the file at that moment. */
export function MatchLink({ script: { id, matched }, search }: Props) {
  if (!matched || search === undefined) return null
  return (
    <Link to="/files/$scriptId" params={{ scriptId: id }} search={{ t: matched.start }} className={classes.match}>
      <span className="visually-hidden">{searchTexts.openAt} </span>
      <span className={`${classes.matchTime} num`}>{clock(matched.start)}</span>{' '}
      {aroundMarks(markWords(matched.text, search)).map(({ text, isMarked }, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- fragments have no other identity than their position
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </Link>
  )
}
