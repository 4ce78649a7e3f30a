import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { LocateFixed } from 'lucide-react'

import { type Player, usePlayerState } from './player.ts'

import classes from './transcript.module.css'

/** Stands where the person has scrolled away from speech that goes on. */
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
