import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { demoTexts } from '@doslovno/texts/demo.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { Link } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { titleOf } from '#lib/format/file-name.ts'
import { speakerColour } from '#lib/format/speaker-colour.ts'
import { clock } from '#lib/format/time.ts'
import { loadSample, type Sample } from '#lib/sample/load-sample.ts'

import classes from './live-sample.module.css'

const texts = demoTexts.live

/** A piece of the sample that plays: its words light up with the sound, and before that by a silent clock. */
export function LiveSample() {
  const [sample, setSample] = useState<Sample>()
  useEffect(() => {
    const life = new AbortController()
    // Without it the form stands alone.
    loadSample(life.signal).then(setSample, () => undefined)
    return () => life.abort()
  }, [])
  return sample ? <Card script={sample.script} /> : null
}

type Props = Pick<Sample, 'script'>

function Card({ script }: Props) {
  const text = useRef<HTMLDivElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const media = useRef<HTMLAudioElement>(null)
  const durationSeconds = script.duration ?? 0
  const onTime = (seconds: number) => {
    if (text.current) lightWord(text.current, seconds)
    if (time.current) time.current.textContent = clock(seconds)
  }
  const live = useLiveClock({ media, durationSeconds, onTime })
  usePressedWord(text, live.play)
  return (
    <section className={classes.card} aria-label={texts.label}>
      <div className={classes.head}>
        <PlayButton live={live} />
        <div className={classes.title}>
          <strong>{titleOf(script.fileName)}</strong>
          <span className="num">
            <span ref={time}>{clock(0)}</span> / {clock(durationSeconds)}
          </span>
        </div>
        <StillButton live={live} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <div ref={text} className={classes.text} role="region" aria-label={texts.text} tabIndex={0}>
        <Words script={script} />
      </div>
      <p className={classes.foot}>
        <Link to="/demo">{texts.open}</Link>
        <span role="status">{live.isFailed && texts.failed}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its text is above */}
      <audio ref={media} src={script.fileSrc ?? undefined} preload="none" onEnded={live.end} />
    </section>
  )
}

/** A press on a word plays from it: a shortcut of the pointer, beside the button that plays it all. */
function usePressedWord(text: RefObject<HTMLElement | null>, onWord: (start: number) => void) {
  const press = useEffectEvent(({ target }: Event) => {
    const start = target instanceof HTMLElement ? target.dataset['at'] : undefined
    if (start !== undefined) onWord(Number(start))
  })
  useEffect(() => {
    const life = new AbortController()
    text.current?.addEventListener('click', press, { signal: life.signal })
    return () => life.abort()
  }, [text])
}

function PlayButton({ live: { mode, play, stop } }: { live: LiveClock }) {
  const isPlaying = mode === 'sound'
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={isPlaying ? texts.pause : texts.play}
      onClick={() => (isPlaying ? stop() : play())}
    >
      <Icon size={20} fill="currentColor" strokeWidth={0} aria-hidden />
    </button>
  )
}

/** Stops what moves by itself. */
function StillButton({ live: { mode, move, stop } }: { live: LiveClock }) {
  if (mode === 'sound') return null
  const isMoving = mode === 'silent'
  return (
    <button type="button" className={classes.still} onClick={isMoving ? stop : move}>
      {isMoving ? texts.still : texts.move}
    </button>
  )
}

function Words({ script }: Props) {
  const paragraphs = useMemo(() => toParagraphs(script.script), [script])
  return paragraphs.map(({ start, speaker, words }) => (
    <p key={start}>
      {/* React has no type for custom properties. */}
      <b style={{ '--speaker': speakerColour(speaker) } as CSSProperties}>{speakerName(script, speaker)}</b>
      {words.map((word) => (
        <span key={word.start}>
          {' '}
          <span data-at={word.start}>{word.text}</span>
        </span>
      ))}
    </p>
  ))
}

/** Marks the word that is spoken at a second, and scrolls a new paragraph into sight. Words carry `data-at`. */
function lightWord(text: HTMLElement, seconds: number): void {
  const words = Array.from(text.querySelectorAll<HTMLElement>('[data-at]'))
  const next = words.findIndex(({ dataset }) => Number(dataset['at']) > seconds)
  const word = next === -1 ? words.at(-1) : words[Math.max(0, next - 1)]
  const lit = text.querySelector('[data-now]')
  if (!word || word === lit) return
  lit?.removeAttribute('data-now')
  word.dataset['now'] = ''
  const paragraph = word.closest('p')
  if (paragraph && paragraph !== lit?.closest('p')) show(text, paragraph)
}

/** Scrolls the text alone: the page stays where its reader is. */
function show(text: HTMLElement, paragraph: HTMLElement): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  const above = (text.clientHeight - paragraph.offsetHeight) / 2
  text.scrollTo({ top: paragraph.offsetTop - Math.max(0, above), behavior })
}

/** `silent`: the clock runs by itself, without sound. */
type Mode = 'still' | 'silent' | 'sound'

type LiveClock = {
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
function useLiveClock({ media, durationSeconds, onTime }: Options): LiveClock {
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
