import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { fragmentTexts, playerTexts } from '@doslovno/texts/file-page.ts'
import { ActionIcon, Button, Menu, Slider, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Check, Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { clock } from '#lib/format/time.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { type Player, playerRate, rates } from './player.ts'
import type { Fragment } from './use-fragment.ts'
import { usePlayerState } from './use-player.ts'
import { type Lane, Waveform } from './waveform.tsx'

import classes from './player.module.css'

const SKIP_SECONDS = 5

type Props = {
  player: Player
  peaks: readonly number[]
  lane: Lane | undefined
  chapters: readonly ChapterView[]
  fragment: Fragment | undefined
}

export function PlayerBar({ player, peaks, lane, chapters, fragment }: Props) {
  const { durationSeconds, isBroken } = usePlayerState(player)
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  return (
    <section className={`${classes.bar} no-print`} aria-label={playerTexts.label}>
      {fragment && <FragmentChip fragment={fragment} />}
      {isBroken && (
        <p className={classes.broken} role="alert">
          {playerTexts.broken}
        </p>
      )}
      <div className={classes.inner}>
        <Controls player={player} />
        <CurrentTime player={player} />
        <Waveform {...{ player, peaks, lane, chapters, durationSeconds }} height={isSmall ? 28 : 40} />
        <span className={`${classes.time} ${classes.total} num`}>{clock(durationSeconds)}</span>
        <RateMenu player={player} />
        <Volume player={player} />
      </div>
    </section>
  )
}

function Controls({ player }: { player: Player }) {
  const { isPlaying } = usePlayerState(player)
  const label = isPlaying ? playerTexts.pause : playerTexts.play
  return (
    <div className={classes.controls}>
      <Skip label={playerTexts.back} hint="←" icon={RotateCcw} onClick={() => player.skip(-SKIP_SECONDS)} />
      <Tooltip label={`${label} · ${playerTexts.playKey}`}>
        <ActionIcon
          variant="filled"
          color="ink"
          radius="xl"
          size={48}
          aria-label={label}
          onClick={() => player.toggle()}
        >
          {isPlaying ? (
            <Pause size={20} fill="currentColor" strokeWidth={0} />
          ) : (
            <Play size={20} fill="currentColor" strokeWidth={0} className={classes.playIcon} />
          )}
        </ActionIcon>
      </Tooltip>
      <Skip label={playerTexts.forward} hint="→" icon={RotateCw} onClick={() => player.skip(SKIP_SECONDS)} />
    </div>
  )
}

type SkipProps = { label: string; hint: string; icon: typeof RotateCw; onClick: () => void }

function Skip({ label, hint, icon: Icon, onClick }: SkipProps) {
  return (
    <Tooltip label={`${label} · ${hint}`}>
      <ActionIcon aria-label={label} size={40} onClick={onClick} className={classes.skip}>
        <Icon size={23} strokeWidth={1.7} />
        <span className={classes.skipSeconds} aria-hidden>
          {SKIP_SECONDS}
        </span>
      </ActionIcon>
    </Tooltip>
  )
}

/** Updated by the player directly; screen readers get the time from the slider. */
function CurrentTime({ player }: { player: Player }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      player.onTime((seconds) => {
        const text = clock(seconds)
        if (element.current && element.current.textContent !== text) element.current.textContent = text
      }),
    [player],
  )
  return <span ref={element} className={`${classes.time} num`} aria-hidden />
}

function RateMenu({ player }: { player: Player }) {
  const { rate } = usePlayerState(player)
  const choose = (wanted: number) => {
    player.setRate(wanted)
    playerRate.remember(wanted)
  }
  return (
    <Menu position="top" width={132} radius="lg" shadow="lg">
      <Menu.Target>
        <Button variant="default" size="xs" className={`${classes.rate} num`}>
          <span className="visually-hidden">{playerTexts.rateLabel} </span>
          {playerTexts.rate(rate)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rates.map((option) => (
          <Menu.Item
            key={option}
            onClick={() => choose(option)}
            rightSection={option === rate ? <Check size={15} /> : null}
          >
            {playerTexts.rate(option)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Volume({ player }: { player: Player }) {
  const [volume, setVolume] = useState(1)
  const [isMuted, setIsMuted] = useState(false)
  const isSilent = isMuted || volume === 0
  const apply = (nextVolume: number, nextMuted: boolean) => {
    setVolume(nextVolume)
    setIsMuted(nextMuted)
    player.setVolume(nextMuted ? 0 : nextVolume)
  }
  const Icon = isSilent ? VolumeX : Volume2
  return (
    <div className={classes.volume}>
      <ActionIcon
        aria-label={isSilent ? playerTexts.unmute : playerTexts.mute}
        onClick={() => apply(volume === 0 ? 1 : volume, !isSilent)}
      >
        <Icon size={18} />
      </ActionIcon>
      <Slider
        size={3}
        thumbSize={12}
        label={null}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        thumbLabel={playerTexts.volume}
        onChange={(next) => apply(next, false)}
      />
    </div>
  )
}

/** Says that only a part of the recording plays, and lets the rest be heard. */
function FragmentChip({ fragment: { start, end, goOn } }: { fragment: Fragment }) {
  return (
    <p className={`${classes.fragment} num`} data-fragment>
      <span>{fragmentTexts.of(clock(start), clock(end))}</span>
      <button type="button" onClick={goOn}>
        {fragmentTexts.goOn}
      </button>
    </p>
  )
}
