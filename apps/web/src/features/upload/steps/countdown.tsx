import { countdownTexts } from '@doslovno/texts/upload.ts'
import { Button, RingProgress } from '@mantine/core'

import classes from '#features/upload/upload.module.css'

const WHOLE_SECONDS = 5

type Props = { secondsLeft: number; onCancel: () => void; onStart: () => void }

/** The last chance to cancel an automatic start. */
export function Countdown({ secondsLeft, onCancel, onStart }: Props) {
  return (
    <div className={classes.countdown}>
      <RingProgress
        size={168}
        thickness={10}
        roundCaps
        sections={[{ value: (secondsLeft / WHOLE_SECONDS) * 100, color: 'var(--accent)' }]}
        rootColor="var(--line)"
        transitionDuration={400}
        label={<span className={`${classes.seconds} num`}>{secondsLeft}</span>}
        aria-hidden
      />
      <h1>{countdownTexts.title}</h1>
      <p aria-hidden className="num">
        {countdownTexts.text(secondsLeft)}
      </p>
      {/* Announced once: a screen reader must not count along. */}
      <span className="visually-hidden" role="status">
        {countdownTexts.text(WHOLE_SECONDS)}
      </span>
      <div className={classes.buttons}>
        <Button size="md" onClick={onStart}>
          {countdownTexts.now}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {countdownTexts.cancel}
        </Button>
      </div>
    </div>
  )
}
