import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import type { CSSProperties } from 'react'

import { ChipLine } from './chip-line.tsx'
import { shortNames, speakerColour, type Talk } from './speakers.ts'

import classes from '#features/transcript/toolbar.module.css'

type Props = {
  talks: readonly Talk[]
  nameOf: (speaker: number) => string
  only: number | undefined
  onOnly: (speaker: number | undefined) => void
}

/** Speakers with their share of the talk, the most talkative first; a pressed chip filters the text. */
export function SpeakerChips({ talks, nameOf, only, onOnly }: Props) {
  const sorted = talks.toSorted((one, other) => other.percent - one.percent)
  const short = shortNames(sorted.map(({ speaker }) => nameOf(speaker)))
  return (
    <ChipLine>
      {sorted.map(({ speaker, percent }, index) => {
        const isOnly = only === speaker
        return (
          <button
            key={speaker}
            type="button"
            className={classes.chip}
            aria-pressed={isOnly}
            title={isOnly ? toolbarTexts.everybody : toolbarTexts.only(nameOf(speaker))}
            style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
            onClick={() => onOnly(isOnly ? undefined : speaker)}
          >
            <span>{short[index]}</span> <small className="num">{toolbarTexts.percent(percent)}</small>
          </button>
        )
      })}
    </ChipLine>
  )
}
