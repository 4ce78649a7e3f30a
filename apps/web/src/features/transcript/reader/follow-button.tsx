import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { LocateFixed } from 'lucide-react'

import type { Player } from '#features/transcript/player/player.ts'
import { usePlayerState } from '#features/transcript/player/use-player-state.ts'

import classes from '#features/transcript/transcript.module.css'

/** Shown after the user has scrolled away from the speech. */
export function FollowButton({ player, onClick }: { player: Player; onClick: () => void }) {
  const { isPlaying } = usePlayerState(player)
  if (!isPlaying) return null
  return (
    <Button
      className={`${classes.follow} no-print`}
      radius="xl"
      leftSection={<LocateFixed size={16} aria-hidden />}
      onClick={onClick}
    >
      {filePageTexts.toCurrent}
    </Button>
  )
}
