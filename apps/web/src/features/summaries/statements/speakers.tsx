import type { CSSProperties } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { speakerColour } from '#lib/format/speaker-colour.ts'

import classes from '#features/summaries/summaries.module.css'

/** The speakers of a statement, by the names of the page. */
export function Speakers({ who, file }: { who: readonly number[]; file: PanelFile }) {
  if (!file.hasNames) return null
  return who.map((speaker) => (
    <span
      key={speaker}
      className={classes.who}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
    >
      {file.nameOf(speaker)}
    </span>
  ))
}
