import { offerTexts } from '@doslovno/texts/editing.ts'
import { Button } from '@mantine/core'

import type { Offer } from './offer.ts'

import classes from '#features/editing/editing.module.css'

type Props = { offer: Offer; onShow: () => void; onDismiss: () => void }

/** Shown after a correction when the same word occurs elsewhere. */
export function OfferBar({ offer: { correction, places }, onShow, onDismiss }: Props) {
  return (
    <section className={classes.bar} aria-label={offerTexts.label}>
      <p role="status">
        {offerTexts.pair(correction.from, correction.to)} {offerTexts.question(places.length)}
      </p>
      <div className={classes.end}>
        <Button size="xs" variant="subtle" onClick={onDismiss}>
          {offerTexts.dismiss}
        </Button>
        <Button size="xs" onClick={onShow}>
          {offerTexts.show}
        </Button>
      </div>
    </section>
  )
}
