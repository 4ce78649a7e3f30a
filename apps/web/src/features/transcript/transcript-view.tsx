import type { Script } from '@doslovno/contract/scripts.ts'
import { toPlainText } from '@doslovno/domain/export/plain-text.ts'
import { fileMenuTexts, playerTexts } from '@doslovno/texts/file-page.ts'
import { type ReactNode, type Ref, useMemo } from 'react'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'

import { FileHead } from './file-head/file-head.tsx'
import { useRename } from './file-head/use-rename.ts'
import { KeysDialog } from './keys/keys-dialog.tsx'
import { useHelp } from './keys/use-help.ts'
import { lanePath } from './player/lane-path.ts'
import { PlayerBar } from './player/player-bar.tsx'
import { VideoFrame } from './player/video-frame.tsx'
import { FlawNote } from './reader/flaw-note.tsx'
import { FollowButton } from './reader/follow-button.tsx'
import { copyText } from './selection/copy-text.ts'
import { speakerColour } from './speakers/speakers.ts'
import { NothingHeard, TranscriptText } from './transcript-text.tsx'
import { type Reading, useReading } from './use-reading.ts'
import type { Transcript } from './use-transcript.ts'
import { useViewHandle, type ViewHandle } from './use-view-handle.ts'

import classes from './transcript.module.css'

type Props = {
  script: Script
  startAt: number | undefined
  /** Buttons of other features: share, download. */
  actions?: ReactNode
  /** Recognises the recording again; absent for readers. */
  onAgain?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Absent for readers. */
  editing?: EditingSlots | undefined
  ref?: Ref<ViewHandle>
}

/** A finished file: head, text and player. */
export function TranscriptView({ script, startAt, actions, onAgain, onDelete, editing, ref }: Props) {
  const reading = useReading(script, startAt)
  useViewHandle(ref, reading)
  const help = useHelp(reading)
  const rename = useRename(script.id)

  const { transcript, player, sync } = reading
  const hasText = transcript.paragraphs.length > 0
  const copy = hasText ? () => copyTranscript(transcript) : undefined
  const isVideo = script.type === 'video' && player !== undefined
  return (
    <div className={classes.page} data-video={isVideo || undefined}>
      <FileHead
        script={script}
        onRename={rename}
        actions={actions}
        menu={{ ...menuOf(editing), onCopy: copy, onAgain, onDelete, onKeys: help.open }}
      />
      {isVideo && (
        <div className={classes.video}>
          <VideoFrame player={player} />
        </div>
      )}
      <div className={classes.column}>
        <FlawNote script={script} player={player} />
        {hasText ? (
          <TranscriptText reading={reading} hasFindKey={help.hasLetters} editing={editing} />
        ) : (
          <NothingHeard />
        )}
      </div>
      {player && hasText && !sync.isFollowing && <FollowButton player={player} onClick={sync.follow} />}
      <Sound script={script} reading={reading} />
      <KeysDialog
        opened={help.isOpen}
        onClose={help.close}
        hasLetters={help.hasLetters}
        onLetters={help.setLetters}
        canEdit={editing !== undefined}
      />
    </div>
  )
}

/** The player, with the lane of the selected speaker. */
function Sound({ script, reading }: { script: Script; reading: Reading }) {
  const { player, only, transcript, durationSeconds } = reading
  const { paragraphs } = transcript
  const lane = useMemo(
    () =>
      only === undefined
        ? undefined
        : { path: lanePath(paragraphs, only, durationSeconds), colour: speakerColour(only) },
    [paragraphs, only, durationSeconds],
  )
  if (player) return <PlayerBar player={player} peaks={script.peaks} lane={lane} />
  const hasNone = script.fileSrc === null && script.playbackSrc === null
  return hasNone ? <p className={classes.silent}>{playerTexts.unavailable}</p> : null
}

function menuOf(editing: EditingSlots | undefined) {
  if (!editing) return {}
  const { onReplace, onReview, onRestore } = editing
  return { onReplace, onReview, onRestore }
}

function copyTranscript({ paragraphs, nameOf, talks }: Transcript) {
  const text = toPlainText(paragraphs, nameOf, { speakers: talks.length > 1, timecodes: false })
  void copyText(text.trimEnd(), fileMenuTexts.copied, fileMenuTexts.copyFailed)
}
