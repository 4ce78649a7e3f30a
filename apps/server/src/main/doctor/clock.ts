import { type Finding, ok, wrong } from './check.ts'

/** One-time passwords are valid for 30 s, and signed addresses for minutes. */
const MOST_SECONDS = 30

/** Compares another clock with ours, which was read before and after. */
export function clockFinding(whose: string, theirs: Date, { before, after }: { before: Date; after: Date }): Finding {
  const ahead = (theirs.getTime() - after.getTime()) / 1000
  const behind = (before.getTime() - theirs.getTime()) / 1000
  const seconds = Math.round(Math.max(ahead, behind, 0))
  if (seconds <= MOST_SECONDS) return ok(`the clock of ${whose} and ours agree`)
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return wrong(
    `the clock of this machine is ${seconds} s ${direction} that of ${whose}`,
    'set the clocks of both machines by NTP: timedatectl set-ntp true; timedatectl tells whether it is in step',
  )
}
