import { filesTexts } from '@doslovno/texts/files.ts'

import { clock } from '#lib/format/time.ts'

/** The length of a recording, or a dash until the server has inspected it. */
export function Duration({ seconds }: { seconds: number | null }) {
  if (seconds !== null) return clock(seconds)
  return (
    <>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{filesTexts.noDuration}</span>
    </>
  )
}
