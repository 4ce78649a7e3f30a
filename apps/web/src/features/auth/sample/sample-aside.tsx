import { demoTexts } from '@doslovno/texts/demo.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

import authClasses from '#features/auth/layout/auth-layout.module.css'
import classes from './sample-aside.module.css'

const LiveSample = lazy(async () => ({ default: (await import('./live-sample.tsx')).LiveSample }))

/** Where the frame of these pages has room beside the form. */
const WIDE = '(min-width: 861px)'
const PATIENCE_MS = 3000

/** The sample beside the form, on wide screens only. */
export function SampleAside() {
  const isDue = useAfterFirstScreen()
  return <div className={classes.place}>{isDue && <Suspense><LiveSample /></Suspense>}</div> // prettier-ignore
}

/** The way to the sample where there is no room for it. */
export function SampleLink() {
  return (
    <p className={`${authClasses.switch} ${classes.narrow}`}>
      <Link to="/demo" className={authClasses.link}>
        {demoTexts.link}
      </Link>
    </p>
  )
}

/** Turns true once the page has loaded and the browser is idle, so that the form never waits for the sample. */
function useAfterFirstScreen(): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!matchMedia(WIDE).matches) return undefined
    const life = new AbortController()
    const begin = () => whenIdle(() => !life.signal.aborted && setIsDue(true))
    if (document.readyState === 'complete') begin()
    else addEventListener('load', begin, { once: true, signal: life.signal })
    return () => life.abort()
  }, [])
  return isDue
}

/** Safari cannot tell when it is idle. */
function whenIdle(begin: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: PATIENCE_MS })
  else setTimeout(begin, 0)
}
