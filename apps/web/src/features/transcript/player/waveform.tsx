import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'
import { chapterTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useResizeObserver } from '@mantine/hooks'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react'

import { clock } from '#lib/format/time.ts'

import type { Player } from './player.ts'
import { BAR_STEP, barsPath, LANE_WIDTH } from './waveform-paths.ts'

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
  chapters: readonly ChapterView[]
  durationSeconds: number
  height: number
}

/** The loudness of the recording, and its time slider. */
export function Waveform({ player, peaks, lane, chapters, durationSeconds, height }: Props) {
  const slider = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = slider.current
    // New chapters change the text of the same second.
    element?.removeAttribute('aria-valuetext')
    return element ? player.onTime((seconds) => writeTime(element, seconds, { durationSeconds, chapters })) : undefined
  }, [player, durationSeconds, chapters])

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const share = shareAt(event)
    if (tip.current) {
      tip.current.style.insetInlineStart = `${share * 100}%`
      tip.current.textContent = tipAt(chapters, share * durationSeconds)
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
      <Ticks chapters={chapters} durationSeconds={durationSeconds} />
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

type Recorded = Pick<Props, 'chapters' | 'durationSeconds'>

/** Where chapters begin; the first needs no mark. */
const Ticks = memo(function Ticks({ chapters, durationSeconds }: Recorded) {
  return chapters
    .filter(({ start }) => start > 0 && start < durationSeconds)
    .map(({ start, title }) => (
      <span
        key={start}
        className={classes.tick}
        style={{ insetInlineStart: `${(start / durationSeconds) * 100}%` }}
        data-chapter={title}
        aria-hidden
      />
    ))
})

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
function writeTime(element: HTMLElement, seconds: number, { durationSeconds, chapters }: Recorded) {
  const percent = `${((seconds / Math.max(durationSeconds, 0.001)) * 100).toFixed(2)}%`
  if (element.style.getPropertyValue('--at') !== percent) element.style.setProperty('--at', percent)
  const whole = String(Math.floor(seconds))
  if (element.getAttribute('aria-valuenow') === whole && element.hasAttribute('aria-valuetext')) return
  element.setAttribute('aria-valuenow', whole)
  const position = playerTexts.positionText(clock(seconds), clock(durationSeconds))
  const chapter = chapterAt(chapters, seconds)
  element.setAttribute('aria-valuetext', chapter ? chapterTexts.at(position, chapter.title) : position)
}

function tipAt(chapters: Props['chapters'], seconds: number): string {
  const chapter = chapterAt(chapters, seconds)
  return chapter ? chapterTexts.at(clock(seconds), chapter.title) : clock(seconds)
}

function shareAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}

/** The chapter at a second; undefined before the first. */
function chapterAt(chapters: readonly ChapterView[], seconds: number): ChapterView | undefined {
  return chapters.findLast(({ start }) => start <= seconds)
}
