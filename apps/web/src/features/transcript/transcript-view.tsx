import type { Script } from '@doslovno/contract/scripts.ts'
import { toPlainText } from '@doslovno/domain/export/plain-text.ts'
import { fileMenuTexts, playerTexts } from '@doslovno/texts/file-page.ts'
import { type ReactNode, type Ref, useCallback, useMemo } from 'react'

import { copyText } from './copy-text.ts'
import type { EditingSlots } from './editing-slots.ts'
import { FileHead } from './file-head.tsx'
import { FlawNote } from './flaw-note.tsx'
import { FollowButton } from './follow-button.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { lanePath } from './lane-path.ts'
import { PlayerBar } from './player-bar.tsx'
import { speakerColour } from './speakers.ts'
import { NothingHeard, TranscriptText } from './transcript-text.tsx'
import { useHelp } from './use-help.ts'
import { type Reading, useReading } from './use-reading.ts'
import { useScriptChanges } from './use-script-changes.ts'
import type { Transcript } from './use-transcript.ts'
import { useViewHandle, type ViewHandle } from './use-view-handle.ts'
import { VideoFrame } from './video-frame.tsx'

import classes from './transcript.module.css'

type Props = {
  script: Script
  startAt: number | undefined
  /** Buttons of other features: sharing, downloading. */
  actions?: ReactNode
  /** Recognises the recording anew; absent for those who may not. */
  onAgain?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Lets an owner put the text right. */
  editing?: EditingSlots | undefined
  ref?: Ref<ViewHandle>
}

/** A finished file: its head, its text and its player. */
export function TranscriptView({ script, startAt, actions, onAgain, onDelete, editing, ref }: Props) {
  const reading = useReading(script, startAt)
  useViewHandle(ref, reading)
  const help = useHelp(reading)
  const { rename, nameSpeaker } = useScriptChanges(script.id)
  const name = useCallback((speakerId: number, given: string) => nameSpeaker({ speakerId, name: given }), [nameSpeaker])

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
          <TranscriptText
            reading={reading}
            hasFindKey={help.hasLetters}
            onNameSpeaker={script.canEdit ? name : undefined}
            editing={editing}
          />
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

/** The player at the bottom, with the lane of the one speaker who is shown. */
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
