import type { TermReading } from '@doslovno/contract/vocabulary.ts'
import { rememberTexts } from '@doslovno/texts/marks.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'

import type { TermOffer } from './use-remember.ts'

import classes from '#features/editing/editing.module.css'

type Props = { offer: TermOffer; onAccept: (reading: TermReading) => void; onDecline: () => void }

/** Shown after a correction or a naming: the word in its forms, to be checked before it is remembered. */
export function RememberBar({ offer: { readings }, onAccept, onDecline }: Props) {
  const [chosen, setChosen] = useState(0)
  const reading = readings[chosen] ?? readings[0]
  if (!reading) return null
  return (
    <section className={classes.bar} aria-label={rememberTexts.label}>
      <div className={classes.offered}>
        <p role="status">{rememberTexts.question(reading.text)}</p>
        {readings.length === 1 ? (
          <p className={classes.hint}>{formsText(reading)}</p>
        ) : (
          <NativeSelect
            size="xs"
            aria-label={rememberTexts.reading}
            data={readings.map((one, index) => ({ value: String(index), label: formsText(one) }))}
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        )}
      </div>
      <div className={classes.end}>
        <Button size="xs" variant="subtle" onClick={onDecline}>
          {rememberTexts.decline}
        </Button>
        <Button size="xs" onClick={() => onAccept(reading)}>
          {rememberTexts.accept}
        </Button>
      </div>
    </section>
  )
}

function formsText({ text, forms }: TermReading): string {
  return forms.length > 1 ? rememberTexts.forms(forms) : rememberTexts.notDeclined(text)
}
