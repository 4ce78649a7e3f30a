import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** `silent`: the clock runs by itself, without sound. */
type Mode = 'still' | 'silent' | 'sound'

export type LiveClock = {
  mode: Mode
  isFailed: boolean
  /** With sound, from a second or from where the clock is. */
  play: (from?: number) => void
  move: () => void
  stop: () => void
  end: () => void
}

/** After a hidden tab the silent clock goes on from where it was. */
const LONGEST_STEP_SECONDS = 0.1

type Options = {
  media: RefObject<HTMLAudioElement | null>
  durationSeconds: number
  /** Called with every frame while the position changes. */
  onTime: (seconds: number) => void
}

/** The position in a recording. */
export function useLiveClock({ media, durationSeconds, onTime }: Options): LiveClock {
  const at = useRef(0)
  const [mode, setMode] = useState<Mode>(() => (isStillWanted() ? 'still' : 'silent'))
  const [isFailed, setIsFailed] = useState(false)

  const step = useEffectEvent((passedSeconds: number) => {
    const silent = (at.current + Math.min(passedSeconds, LONGEST_STEP_SECONDS)) % Math.max(durationSeconds, 1)
    at.current = mode === 'sound' ? (media.current?.currentTime ?? 0) : silent
    onTime(at.current)
  })
  useEffect(() => (mode === 'still' ? undefined : everyFrame(step)), [mode])

  const stop = () => {
    media.current?.pause()
    setMode('still')
  }
  const play = async (from = at.current) => {
    if (!media.current) return
    try {
      await playFrom(media.current, from)
      setIsFailed(false)
      setMode('sound')
    } catch {
      setIsFailed(true)
      setMode('still')
    }
  }
  const end = () => {
    at.current = 0
    setMode('still')
  }
  return { mode, isFailed, play: (from) => void play(from), move: () => setMode('silent'), stop, end }
}

function playFrom(media: HTMLMediaElement, seconds: number): Promise<void> {
  media.currentTime = seconds
  return media.play()
}

const isStillWanted = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Calls back with the seconds since the last frame, until the returned function is called. */
function everyFrame(step: (passedSeconds: number) => void): () => void {
  let last = performance.now()
  const next = (now: number) => {
    step((now - last) / 1000)
    last = now
    frame = requestAnimationFrame(next)
  }
  let frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}
