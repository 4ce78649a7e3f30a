import { pageTitle } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { LeaveFirstScreen } from '#lib/first-screen/leave-first-screen.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainButton } from '#ui/plain.tsx'

import classes from './screens.module.css'

const RETRY_SECONDS = 15
const texts = shellTexts.unavailable

/** Shown while the service does not answer: counts down and retries, or retries at once on demand. */
export function Unavailable({ check }: { check: () => Promise<void> }) {
  const [secondsLeft, setSecondsLeft] = useState(RETRY_SECONDS)
  const [pending, setPending] = useState(false)

  const tryNow = async () => {
    setPending(true)
    await check()
    setPending(false)
    setSecondsLeft(RETRY_SECONDS)
  }
  const onSecond = useEffectEvent(() => {
    if (pending) return
    if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1)
    else void tryNow()
  })
  useEffect(() => {
    const timer = setInterval(onSecond, 1000)
    return () => clearInterval(timer)
  }, [])

  return (
    <main className={classes.whole}>
      <LeaveFirstScreen />
      <title>{pageTitle(texts.title)}</title>
      <Notice icon={CloudOff} title={texts.title} text={<Countdown seconds={secondsLeft} pending={pending} />}>
        <PlainButton look="outlined" isPending={pending} onClick={() => void tryNow()}>
          {texts.action}
        </PlainButton>
      </Notice>
    </main>
  )
}

/** Announces rare changes only: a screen reader must not count along. */
function Countdown({ seconds, pending }: { seconds: number; pending: boolean }) {
  return (
    <>
      <span className="num" aria-hidden>
        {texts.text(seconds)}
      </span>
      <span className="visually-hidden" role="status">
        {pending ? texts.checking : texts.text(RETRY_SECONDS)}
      </span>
    </>
  )
}
