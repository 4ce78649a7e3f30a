import { plainForm } from '@doslovno/domain/transcript/words.ts'
import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { useQuery } from '@tanstack/react-query'

import { recentNamesQuery } from '#lib/queries/recent-names.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import type { Naming } from './naming.ts'

import classes from './names.module.css'

const MOST_NAMES = 8

type Props = {
  naming: Naming
  /** The typed beginning, empty at first. */
  typed: string
  onChoose: (name: string) => void
}

/** Names of the owner's other files that go on from what is typed and that nobody has here yet. */
export function RecentNames({ naming: { scriptId, given }, typed, onChoose }: Props) {
  const { data } = useQuery(recentNamesQuery(scriptId))
  const names = (data?.names ?? []).filter((name) => !given.includes(name) && goesOn(name, typed)).slice(0, MOST_NAMES)
  if (names.length === 0) return null
  return (
    <div className={classes.recent} role="group" aria-label={speakerTexts.recent}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onMouseDown={keepFocus}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Whether a word of the name starts with what is typed. */
function goesOn(name: string, typed: string): boolean {
  return ` ${plainForm(name)}`.includes(` ${plainForm(typed.trim())}`)
}
