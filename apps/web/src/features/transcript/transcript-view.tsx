import { renameScript, type Script } from '@doslovno/contract/scripts.ts'
import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { toPlainText } from '@doslovno/domain/export/plain-text.ts'
import { secondsOf } from '@doslovno/domain/span.ts'
import { fileMenuTexts, filePageTexts, fileTitleTexts, flawTexts, playerTexts } from '@doslovno/texts/file-page.ts'
import { fileTabTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { takeLightPage, type Wish } from '#lib/file-page/light-page.ts'
import type { LinkMoment } from '#lib/file-page/link-moment.ts'
import { clock } from '#lib/format/time.ts'
import { scriptQuery, showChange } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

import { ChapterList } from './chapters/chapter-list.tsx'
import { useKeptPlace } from './draft/use-kept-place.ts'
import { FileHead } from './file-head/file-head.tsx'
import { VocabularyLine } from './file-head/vocabulary-line.tsx'
import { KeysDialog, useHelp } from './keys/keys-dialog.tsx'
import { PlayerBar } from './player/player-bar.tsx'
import type { Player } from './player/player.ts'
import { usePlayerState } from './player/use-player.ts'
import { VideoFrame } from './player/video-frame.tsx'
import { lanePath } from './player/waveform-paths.ts'
import { speakerColour } from './speakers/speakers.ts'
import { NothingHeard, TranscriptText } from './transcript-text.tsx'
import { type Reading, useReading } from './use-reading.ts'
import type { Transcript } from './use-transcript.ts'
import { useViewHandle, type ViewHandle } from './use-view-handle.ts'

import classes from './transcript.module.css'

const choices = [
  { value: 'text', label: fileTabTexts.text },
  { value: 'panel', label: fileTabTexts.panel },
] as const

type Props = LinkMoment & {
  script: Script
  /** Buttons of other features: share, download. */
  actions?: ReactNode
  /** Beside the text on wide screens, in a tab on phones. */
  panel?: ReactNode
  chapters?: readonly ChapterView[] | undefined
  /** Recognises the recording again; absent for readers. */
  onAgain?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Absent for readers. */
  editing?: EditingSlots | undefined
  ref?: Ref<ViewHandle>
}

const NO_CHAPTERS: readonly ChapterView[] = []

/** A finished file: head, text, panel and player. */
export function TranscriptView(props: Props) {
  const { script, startAt, endAt, actions, panel, chapters = NO_CHAPTERS, onAgain, onDelete, editing, ref } = props
  const reading = useReading(script, { startAt, endAt }, editing?.openParagraph !== undefined)
  useViewHandle(ref, reading)
  const help = useHelp(reading)
  const rename = useRename(script.id)
  const tabs = useFileTabs(reading)
  const hasRecording = script.fileSrc !== null || script.playbackSrc !== null
  const showPanel = () => tabs.show('panel')
  useLightPage(reading, hasRecording, { find: reading.find.open, panel: showPanel, help: help.open })
  useKeptPlace(script.id, reading)

  const { transcript, player, sync } = reading
  const hasText = transcript.paragraphs.length > 0
  const copy = hasText ? () => copyTranscript(transcript) : undefined
  const isVideo = script.type === 'video' && player !== undefined
  return (
    <div className={classes.page} data-video={isVideo || undefined} data-panel={panel ? tabs.shown : undefined}>
      <FileHead
        script={script}
        onRename={rename}
        actions={actions}
        menu={{ ...menuOf(editing), onCopy: copy, onAgain, onDelete, onKeys: help.open }}
        note={editing && <VocabularyNote reading={reading} editing={editing} />}
      />
      <div className={classes.side}>
        {isVideo && (
          <div className={classes.video}>
            <VideoFrame player={player} />
          </div>
        )}
        {panel && <FileTabs tabs={tabs} />}
        {panel && <div className={`${classes.panel} no-print`}>{panel}</div>}
      </div>
      <div className={classes.column}>
        <FlawNote script={script} />
        {chapters.length > 1 && (
          <ChapterList scriptId={script.id} chapters={chapters} onOpen={({ start }) => playFrom(reading, start)} />
        )}
        {hasText ? (
          <TranscriptText script={script} reading={reading} hasFindKey={help.hasLetters} editing={editing} />
        ) : (
          <NothingHeard script={script} reading={reading} editing={editing} />
        )}
      </div>
      {player && hasText && !sync.isFollowing && <FollowButton player={player} onClick={sync.follow} />}
      <Sound script={script} reading={reading} chapters={chapters} />
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

type SoundProps = { script: Script; reading: Reading; chapters: readonly ChapterView[] }

/** The player, with the lane of the selected speaker. */
function Sound({ script, reading, chapters }: SoundProps) {
  const { player, filter, transcript, durationSeconds, fragment } = reading
  const { only } = filter
  const { paragraphs } = transcript
  const lane = useMemo(
    () =>
      only === undefined
        ? undefined
        : { path: lanePath(paragraphs, only, durationSeconds), colour: speakerColour(only) },
    [paragraphs, only, durationSeconds],
  )
  if (player) return <PlayerBar {...{ player, lane, chapters, fragment }} peaks={script.peaks} />
  const hasNone = script.fileSrc === null && script.playbackSrc === null
  return hasNone ? <p className={classes.silent}>{playerTexts.unavailable}</p> : null
}

type NoteProps = { reading: Reading; editing: EditingSlots }

function VocabularyNote({ reading: { transcript, filter }, editing }: NoteProps) {
  const { replaced, questions } = transcript.words
  const review = () => {
    filter.showAll()
    editing.onReview()
  }
  return (
    <VocabularyLine
      fixed={replaced.length}
      asks={questions}
      isOnly={filter.isMarkedOnly}
      onOnly={filter.showMarked}
      onReview={review}
      onUndoAll={editing.marks.undoAll}
    />
  )
}

function playFrom({ player, sync }: Reading, seconds: number) {
  player?.seek(seconds)
  player?.play()
  sync.followFrom(seconds)
}

function menuOf(editing: EditingSlots | undefined) {
  if (!editing) return {}
  const { onReplace, onReview, onApply, onHistory, onRestore } = editing
  return { onReplace, onReview, onApply, onHistory, onRestore }
}

function copyTranscript({ paragraphs, nameOf, talks }: Transcript) {
  const said = paragraphs.filter(({ text }) => text !== '')
  const text = toPlainText(said, nameOf, { speakers: talks.length > 1, timecodes: false })
  void copyText(text.trimEnd(), fileMenuTexts.copied, fileMenuTexts.copyFailed)
}

/** Reports gaps of a text that is otherwise complete; the text itself shows where they are. */
function FlawNote({ script }: { script: Script }) {
  const { unheard = [], canEdit, flaws } = script
  if (flaws.includes('partUnheard')) {
    const seconds = Math.ceil(secondsOf(unheard))
    return (
      <p className={classes.warning}>
        {flawTexts.unheard(clock(seconds), unheard.length)} {canEdit && flawTexts.notCharged(unheard.length)}
      </p>
    )
  }
  return flaws.includes('speakersFailed') ? <p className={classes.warning}>{flawTexts.speakers}</p> : null
}

/** Shown after the user has scrolled away from the speech. */
function FollowButton({ player, onClick }: { player: Player; onClick: () => void }) {
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

/** Renames the file optimistically, and reverts if the server refuses. */
function useRename(id: string): (fileName: string) => void {
  const queries = useQueryClient()
  const { queryKey } = scriptQuery(id)
  const { mutate } = useMutation({
    mutationFn: (fileName: string) => call(renameScript, { params: { id }, body: { fileName } }),
    onMutate: (fileName) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (script) => script && { ...script, fileName })
      return before
    },
    onError: (_error, _fileName, before) => {
      queries.setQueryData(queryKey, before)
      showToast(fileTitleTexts.failed)
    },
    // The server may have cleaned the name.
    onSuccess: ({ script }) => showChange(queries, script),
  })
  return mutate
}

type FileTab = 'text' | 'panel'
type FileTabsState = { shown: FileTab; show: (tab: FileTab) => void }

/** On phones: the text, or the panel that stands beside it on wide screens. */
function useFileTabs({ player, sync }: Reading): FileTabsState {
  const [shown, setShown] = useState<FileTab>('text')
  const show = (tab: FileTab) => {
    flushSync(() => setShown(tab))
    // A moment may have been played from the panel while the text was hidden.
    if (tab === 'text' && player?.getState().isPlaying) sync.follow()
  }
  return { shown, show }
}

/** Rendered on phones only, by the stylesheet. */
function FileTabs({ tabs: { shown, show } }: { tabs: FileTabsState }) {
  return (
    <SegmentedControl
      className={`${classes.tabs} no-print`}
      fullWidth
      aria-label={fileTabTexts.label}
      data={[...choices]}
      value={shown}
      onChange={show}
    />
  )
}

type Actions = Partial<Record<Wish, () => void>>

/** Goes on where the light page of a visitor stopped, with what the visitor asked for. */
function useLightPage({ player, sync, reader }: Reading, hasRecording: boolean, actions: Actions): void {
  const goOn = useEffectEvent(() => {
    const light = takeLightPage()
    if (!light) return
    const { seconds, isPlaying, paragraph, isFollowing, wish } = light
    if (seconds > 0) player?.seek(seconds)
    if (isPlaying) player?.play()
    // The router scrolls a new page to its top after this effect.
    requestAnimationFrame(() => {
      if (isFollowing && seconds > 0) sync.follow()
      else if (paragraph !== undefined) reader.current?.reveal(paragraph, false)
      if (!isFollowing) sync.leave()
      actions[wish]?.()
    })
  })
  const isReady = player !== undefined || !hasRecording
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])
}
