import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import type { CSSProperties } from 'react'

import { type ChipLabel, chipLabels } from './chip-labels.ts'
import { ChipLine } from './chip-line.tsx'
import { byShare, shortNames, speakerColour, type Talk, tinyName } from './speakers.ts'

import classes from '#features/transcript/toolbar.module.css'

type Props = {
  talks: readonly Talk[]
  nameOf: (speaker: number) => string
  only: number | undefined
  onOnly: (speaker: number | undefined) => void
}

/** Speakers with their share of the talk, the most talkative first; a pressed chip filters the text. */
export function SpeakerChips({ talks, nameOf, only, onOnly }: Props) {
  const sorted = byShare(talks)
  const short = shortNames(sorted.map(({ speaker }) => nameOf(speaker)))
  return (
    <ChipLine>
      {(width) => {
        const labels = chipLabels(short, width)
        return sorted.map(({ speaker, percent }, index) => (
          <Chip
            key={speaker}
            speaker={speaker}
            name={nameOf(speaker)}
            short={short[index] ?? ''}
            share={toolbarTexts.percent(percent)}
            label={labels[index] ?? 'name'}
            isOnly={only === speaker}
            onPress={() => onOnly(only === speaker ? undefined : speaker)}
          />
        ))
      }}
    </ChipLine>
  )
}

type ChipProps = {
  speaker: number
  name: string
  short: string
  share: string
  label: ChipLabel
  isOnly: boolean
  onPress: () => void
}

/** Screen readers always get the name and the share, a mouse gets them on hover. */
function Chip({ speaker, name, short, share, label, isOnly, onPress }: ChipProps) {
  const isTiny = label === 'tiny'
  return (
    <button
      type="button"
      className={classes.chip}
      data-label={label}
      aria-pressed={isOnly}
      title={`${isOnly ? toolbarTexts.everybody : toolbarTexts.only(name)} · ${share}`}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
      onClick={onPress}
    >
      {isTiny && (
        <span className="num" aria-hidden>
          {tinyName(name)}
        </span>
      )}
      <span className={isTiny ? 'visually-hidden' : undefined}>{short}</span>{' '}
      <small className={label === 'share' ? 'num' : 'visually-hidden'}>{share}</small>
    </button>
  )
}
