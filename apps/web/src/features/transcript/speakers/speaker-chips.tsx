import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import type { CSSProperties } from 'react'

import { shortNames, speakerColour, type Talk } from './speakers.ts'

import classes from '#features/transcript/toolbar.module.css'

type Props = {
  talks: readonly Talk[]
  nameOf: (speaker: number) => string
  only: number | undefined
  onOnly: (speaker: number | undefined) => void
}

/** Speakers with their share of the talk; a pressed chip filters the text. */
export function SpeakerChips({ talks, nameOf, only, onOnly }: Props) {
  const short = shortNames(talks.map(({ speaker }) => nameOf(speaker)))
  return (
    <div className={classes.chips} role="group" aria-label={toolbarTexts.speakers}>
      {talks.map(({ speaker, percent }, index) => {
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
    </div>
  )
}
