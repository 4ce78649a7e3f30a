import type { Script } from '@doslovno/contract/scripts.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { filePageTexts, sizeTexts } from '@doslovno/texts/file-page.ts'
import { textViewTexts } from '@doslovno/texts/voices.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { ALargeSmall, Check, EarOff } from 'lucide-react'
import { type CSSProperties, type RefObject, useEffect } from 'react'

import type { Transcript } from '#features/transcript/use-transcript.ts'
import type { EditingSlots, Stretch } from '#lib/file-page/editing-slots.ts'
import { useRemembered } from '#lib/use-remembered.ts'
import { Notice } from '#ui/notice.tsx'
import { showToast } from '#ui/toast.ts'

import { Marks } from './marks/marks.tsx'
import { type ReaderSize, readerSize, readerSizes } from './reader/reader-size.ts'
import { Reader } from './reader/reader.tsx'
import { UnheardContext, UnheardLine, useUnheardActions } from './reader/unheard-line.tsx'
import { useEditGestures } from './reader/use-edit-gestures.ts'
import { useUnknownWords } from './reader/use-word-marks.ts'
import { wordAround } from './reader/word-around.ts'
import { indexWords, wordAtOffset, wordAtTime } from './reader/word-index.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { copyCleanly } from './selection/selection.ts'
import { NameOffers } from './speakers/name-offers.tsx'
import { NamingContext, useNaming } from './speakers/naming.ts'
import { SpeakerChips } from './speakers/speaker-chips.tsx'
import { NameVoices, VoicesButton } from './speakers/voices/name-voices.tsx'
import { CleanNote, Toolbar, ViewSwitch } from './toolbar.tsx'
import type { Reading } from './use-reading.ts'

import classes from './transcript.module.css'

type Props = {
  script: Script
  reading: Reading
  /** Whether the search shortcut is enabled. */
  hasFindKey: boolean
  /** Absent for readers. */
  editing: EditingSlots | undefined
}

/** With more speakers, hide the labels of the tools. */
const FEW_SPEAKERS = 2

/** The text and the tools above it. */
export function TranscriptText({ script, reading, hasFindKey, editing }: Props) {
  const { root, toolbar, reader, filter, highlighter, textView, transcript, player, sync, find } = reading
  const { paragraphs, talks, nameOf } = transcript
  const isClean = textView.view === 'clean'
  // Only every word can be edited.
  const edited = isClean ? undefined : editing
  useEditGestures(root, verbatimEdit(reading, script.script, editing))
  useCleanCopy(root, transcript)
  useUnknownWords(highlighter, transcript, edited?.isKnown)
  const sizeChoice = useReaderSize()
  const naming = useNaming(script, player && reading.playMoment)

  const listen = (seconds: number) => {
    player?.seek(seconds)
    player?.play()
  }
  return (
    <NamingContext value={editing && naming}>
      <Toolbar
        ref={toolbar}
        find={find}
        hasKey={hasFindKey}
        onFollow={player && sync.follow}
        tools={editing?.tools}
        status={editing?.status}
        hasMany={talks.length > FEW_SPEAKERS}
        names={editing && talks.length > 1 && <VoicesButton reading={reading} />}
        view={
          <>
            <ViewSwitch {...textView} />
            <SizeMenu {...sizeChoice} />
          </>
        }
      >
        {talks.length > 1 && <SpeakerChips {...{ talks, nameOf }} only={filter.only} onOnly={filter.showOnly} />}
      </Toolbar>
      {editing && talks.length > 1 && <NameVoices {...{ script, reading, editing }} />}
      {editing && <NameOffers onName={editing.onNameSpeaker} />}
      {isClean && <CleanNote choose={textView.choose} canEdit={editing !== undefined} />}
      <div
        ref={root}
        role="region"
        aria-label={filePageTexts.transcript}
        className={classes.transcript}
        style={{ '--reader-size': `${sizeChoice.size}px` } as CSSProperties} // React has no type for custom properties
        data-alone={talks.length === 1 || undefined}
        data-editable={edited !== undefined || undefined}
      >
        <UnheardContext value={useUnheardActions(script.id, player, editing !== undefined)}>
          <Reader
            ref={reader}
            {...{ paragraphs, nameOf }}
            editing={edited}
            isShown={filter.isShown}
            unheard={script.unheard}
            onNear={highlighter.moveTo}
          />
        </UnheardContext>
      </div>
      {edited && <Marks reading={reading} actions={edited.marks} />}
      <SelectionBar root={root} transcript={transcript} linkId={script.linkId} onListen={player && listen} />
    </NamingContext>
  )
}

/** Instead of a text without words. */
export function NothingHeard({ script, reading, editing }: Omit<Props, 'hasFindKey'>) {
  const actions = useUnheardActions(script.id, reading.player, editing !== undefined)
  return (
    <UnheardContext value={actions}>
      <Notice icon={EarOff} level={2} title={filePageTexts.empty.title} text={filePageTexts.empty.text} />
      {script.unheard?.map((span) => (
        <UnheardLine key={span.start} span={span} />
      ))}
    </UnheardContext>
  )
}

function useCleanCopy(root: RefObject<HTMLElement | null>, transcript: Transcript) {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => root.current && copyCleanly(event, root.current, transcript)
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [root, transcript])
}

/** A clean text is not edited: the same word opens in the verbatim text. */
function verbatimEdit(
  { textView, transcript: { words } }: Reading,
  segments: readonly Segment[],
  editing: EditingSlots | undefined,
): Pick<EditingSlots, 'onEdit' | 'onVoice'> | undefined {
  if (!editing || textView.view === 'verbatim') return editing
  const onEdit: EditingSlots['onEdit'] = (paragraph, selected) => {
    const seconds = words.start[wordAtOffset(words, paragraph, selected?.from ?? 0)] ?? 0
    textView.choose('verbatim')
    editing.onEdit(paragraph, wordAt(toParagraphs(segments)[paragraph], seconds) ?? selected)
    showToast(textViewTexts.editing)
  }
  return { onEdit, onVoice: editing.onVoice }
}

/** The word that begins at the second; undefined in a paragraph without word times. */
function wordAt(paragraph: Paragraph | undefined, seconds: number): Stretch | undefined {
  if (!paragraph || paragraph.words.length === 0) return undefined
  const words = indexWords([paragraph])
  const word = wordAtTime(words, seconds)
  return wordAround(paragraph.text, Math.floor(((words.from[word] ?? 0) + (words.to[word] ?? 0)) / 2))
}

type ReaderSizeChoice = { size: ReaderSize; choose: (size: ReaderSize) => void }

/** The size of the text, remembered in this browser. */
function useReaderSize(): ReaderSizeChoice {
  const [size, choose] = useRemembered(readerSize)
  return { size, choose }
}

function SizeMenu({ size, choose }: ReaderSizeChoice) {
  return (
    <Menu position="bottom-end" width={236} radius="lg" shadow="lg">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={sizeTexts.label} title={sizeTexts.label}>
          <ALargeSmall size={19} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {readerSizes.map((option) => (
          <Menu.RadioItem
            key={option}
            value={String(option)}
            checked={option === size}
            onChange={() => choose(option)}
            checkIcon={<Check size={15} aria-hidden />}
            closeMenuOnClick
            fz={option}
          >
            {sizeTexts.sizes[option]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
