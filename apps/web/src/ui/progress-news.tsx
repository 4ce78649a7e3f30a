const STEP = 25

/** Tells a screen reader about progress in quarters, so that it is heard and does not flood. */
export function ProgressNews({ percent, text }: { percent: number; text: (percent: number) => string }) {
  const quarter = Math.floor(percent / STEP) * STEP
  return (
    <span className="visually-hidden" role="status">
      {quarter > 0 ? text(quarter) : ''}
    </span>
  )
}
