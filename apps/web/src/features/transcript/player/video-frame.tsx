import { playerTexts } from '@doslovno/texts/file-page.ts'
import { ActionIcon } from '@mantine/core'
import { Maximize, VideoOff } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { Player } from './player.ts'
import { usePlayerState } from './use-player.ts'

import classes from './video-frame.module.css'

/** The picture of a video. Media elements are swapped inside it, so the frame itself goes full screen. */
export function VideoFrame({ player }: { player: Player }) {
  const { media, hasPicture } = usePlayerState(player)
  const frame = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    screen.current?.replaceChildren(media)
  }, [media])

  return (
    <section
      ref={frame}
      className={`${classes.frame} no-print`}
      aria-label={playerTexts.video}
      data-picture={hasPicture || undefined}
    >
      {/* A click on the picture is a mouse shortcut; keyboards have Space and the player. */}
      <div ref={screen} className={classes.screen} hidden={!hasPicture} onPointerUp={() => player.toggle()} />
      {hasPicture ? (
        <ActionIcon
          className={classes.whole}
          size={36}
          aria-label={playerTexts.wholeScreen}
          onClick={() => void toggleWholeScreen(frame.current)}
        >
          <Maximize size={17} />
        </ActionIcon>
      ) : (
        <p className={classes.none}>
          <VideoOff size={18} aria-hidden /> {playerTexts.noPicture}
        </p>
      )}
    </section>
  )
}

async function toggleWholeScreen(frame: HTMLElement | null) {
  if (document.fullscreenElement) return document.exitFullscreen()
  await frame?.requestFullscreen()
}
