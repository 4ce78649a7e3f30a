import { fragmentTexts } from '@doslovno/texts/file-page.ts'

import { clock } from '#lib/format/time.ts'

import type { Fragment } from './use-fragment.ts'

import classes from './player.module.css'

/** Says that only a part of the recording plays, and lets the rest be heard. */
export function FragmentChip({ fragment: { start, end, goOn } }: { fragment: Fragment }) {
  return (
    <p className={`${classes.fragment} num`} data-fragment>
      <span>{fragmentTexts.of(clock(start), clock(end))}</span>
      <button type="button" onClick={goOn}>
        {fragmentTexts.goOn}
      </button>
    </p>
  )
}
