import { filesTexts } from '@doslovno/texts/files.ts'

import { clock } from '#lib/format/time.ts'

/** A recording's length, or a dash until the server has looked inside. */
export function Duration({ seconds }: { seconds: number | null }) {
  if (seconds !== null) return clock(seconds)
  return (
    <>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{filesTexts.noDuration}</span>
    </>
  )
}
