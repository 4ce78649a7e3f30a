import type { Script } from '@doslovno/contract/scripts.ts'
import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { filePageTexts, playerTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { EarOff, LocateFixed } from 'lucide-react'
import { useMemo, useRef } from 'react'

import { titleOf } from '#lib/format/file-name.ts'
import { Notice } from '#ui/notice.tsx'

import { FileHead } from './file-head.tsx'
import { useMediaSession } from './media-session.ts'
import { PlayerBar } from './player-bar.tsx'
import { usePlayerKeys } from './player-keys.ts'
import { usePlayerState, type Player } from './player.ts'
import { Reader, type ReaderHandle } from './reader.tsx'
import { usePlayer } from './use-player.ts'
import { useTranscriptSync } from './use-transcript-sync.ts'
import { indexWords } from './word-index.ts'

import classes from './transcript.module.css'

type Props = {
  script: Script
  startAt: number | undefined
  /** Asks the server for the file again, for a new address of its recording. */
  renewSource: () => Promise<string | null>
}

/** A finished file: its head, its text and its player. */
export function TranscriptView({ script, startAt, renewSource }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const reader = useRef<ReaderHandle>(null)
  const paragraphs = useMemo(() => toParagraphs(script.script), [script.script])
  const words = useMemo(() => indexWords(paragraphs), [paragraphs])
  const durationSeconds = script.duration ?? paragraphs.at(-1)?.end ?? 0
  const player = usePlayer({ scriptId: script.id, fileSrc: script.fileSrc, durationSeconds, renewSource })
  const { isFollowing, follow } = useTranscriptSync({ root, reader, words, player, startAt })
  usePlayerKeys(player)
  useMediaSession(player, titleOf(script.fileName))

  const hasText = paragraphs.length > 0
  return (
    <div className={classes.page}>
      <FileHead script={script} paragraphs={paragraphs} />
      {script.status === 'completeWithErrors' && <p className={classes.warning}>{filePageTexts.withErrors}</p>}
      <div ref={root} role="region" aria-label={filePageTexts.transcript} className={classes.column}>
        {hasText ? <Reader ref={reader} paragraphs={paragraphs} /> : <NothingHeard />}
      </div>
      {player && hasText && !isFollowing && <FollowButton player={player} onClick={follow} />}
      {player ? (
        <PlayerBar player={player} peaks={script.peaks} />
      ) : (
        script.fileSrc === null && <p className={classes.silent}>{playerTexts.unavailable}</p>
      )}
    </div>
  )
}

function NothingHeard() {
  return <Notice icon={EarOff} level={2} title={filePageTexts.empty.title} text={filePageTexts.empty.text} />
}

/** Stands where the person has scrolled away from speech that goes on. */
function FollowButton({ player, onClick }: { player: Player; onClick: () => void }) {
  const { isPlaying } = usePlayerState(player)
  if (!isPlaying) return null
  return (
    <Button
      className={`${classes.follow} no-print`}
      radius="xl"
      leftSection={<LocateFixed size={16} />}
      onClick={onClick}
    >
      {filePageTexts.toCurrent}
    </Button>
  )
}
