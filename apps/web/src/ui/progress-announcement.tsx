const STEP = 25

/** Announces progress to screen readers at every quarter. */
export function ProgressAnnouncement({ percent, text }: { percent: number; text: (percent: number) => string }) {
  const quarter = Math.floor(percent / STEP) * STEP
  return (
    <span className="visually-hidden" role="status">
      {quarter > 0 ? text(quarter) : ''}
    </span>
  )
}
