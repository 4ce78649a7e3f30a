import { playerTexts } from '@doslovno/texts/file-page.ts'
import { useResizeObserver } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'

import { clock } from '#lib/format/time.ts'

import { barsPath, BAR_STEP } from './bars-path.ts'
import { LANE_WIDTH } from './lane-path.ts'
import type { Player } from './player.ts'

import classes from './player.module.css'

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 60,
  PageDown: -60,
}

/** The turns of the selected speaker. */
export type Lane = { path: string; colour: string }

type Props = {
  player: Player
  peaks: readonly number[]
  lane: Lane | undefined
  durationSeconds: number
  height: number
}

/** The loudness of the recording, and its time slider. */
export function Waveform({ player, peaks, lane, durationSeconds, height }: Props) {
  const slider = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = slider.current
    return element ? player.onTime((seconds) => writeTime(element, seconds, durationSeconds)) : undefined
  }, [player, durationSeconds])

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const share = shareAt(event)
    if (tip.current) {
      tip.current.style.insetInlineStart = `${share * 100}%`
      tip.current.textContent = clock(share * durationSeconds)
    }
    if (event.buttons === 1) player.seek(share * durationSeconds)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) player.skip(step)
    else if (event.key === 'Home') player.seek(0)
    else if (event.key === 'End') player.seek(durationSeconds)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={slider}
      className={classes.wave}
      role="slider"
      tabIndex={0}
      aria-label={playerTexts.position}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationSeconds)}
      aria-valuenow={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        player.seek(shareAt(event) * durationSeconds)
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <Bars peaks={peaks} height={height} />
      {lane && (
        <svg className={classes.lane} viewBox={`0 -1 ${LANE_WIDTH} 2`} preserveAspectRatio="none" aria-hidden>
          <path d={lane.path} stroke={lane.colour} />
        </svg>
      )}
      <span className={classes.playhead} aria-hidden />
      <span ref={tip} className={classes.tip} aria-hidden />
    </div>
  )
}

/** Two copies of one path: the played one is clipped at the playhead, so that time changes one style and repaints nothing. */
function Bars({ peaks, height }: { peaks: readonly number[]; height: number }) {
  const [ref, { width }] = useResizeObserver<HTMLDivElement>()
  const path = barsPath(peaks, Math.floor(width / BAR_STEP), height)
  return (
    <div ref={ref} style={{ height }} aria-hidden>
      <svg className={classes.bars} height={height}>
        <path d={path} />
      </svg>
      <svg className={`${classes.bars} ${classes.played}`} height={height}>
        <path d={path} />
      </svg>
    </div>
  )
}

/** Writes only what has changed: on a long recording most ticks change nothing visible. */
function writeTime(element: HTMLElement, seconds: number, durationSeconds: number) {
  const percent = `${((seconds / Math.max(durationSeconds, 0.001)) * 100).toFixed(2)}%`
  if (element.style.getPropertyValue('--at') !== percent) element.style.setProperty('--at', percent)
  const whole = String(Math.floor(seconds))
  if (element.getAttribute('aria-valuenow') === whole && element.hasAttribute('aria-valuetext')) return
  element.setAttribute('aria-valuenow', whole)
  element.setAttribute('aria-valuetext', playerTexts.positionText(clock(seconds), clock(durationSeconds)))
}

function shareAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}
