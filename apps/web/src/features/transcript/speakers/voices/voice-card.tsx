import type { VoiceSample } from '@doslovno/domain/speakers/voice-sample.ts'
import { voicesTexts } from '@doslovno/texts/voices.ts'
import { TextInput, Button, Menu } from '@mantine/core'
import { GripVertical, Play, Square } from 'lucide-react'
import {
  type CSSProperties,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  use,
  useRef,
  useState,
} from 'react'

import { NameOffer } from '#features/transcript/speakers/name-offer.tsx'
import { NamingContext } from '#features/transcript/speakers/naming.ts'
import { RecentNames } from '#features/transcript/speakers/recent-names.tsx'
import { speakerColour, type Talk } from '#features/transcript/speakers/speakers.ts'
import { IconAction } from '#ui/icon-action.tsx'

import classes from './voices.module.css'

const LONGEST_NAME = 100

type Props = {
  speaker: number
  percent: number
  /** The name that the owner gave, and the one that is shown. */
  given: string | undefined
  nameOf: (speaker: number) => string
  sample: VoiceSample | undefined
  isFirst: boolean
  /** Whether its field had the focus last: names are suggested below it. */
  isActive: boolean
  onActive: () => void
  isPlaying: boolean
  /** Plays the sample or stops it; absent without a recording. */
  onListen: (() => void) | undefined
  onName: (name: string) => void
  /** Goes to the next card. */
  onNext: () => void
  others: readonly Talk[]
  /** This voice is the same as another. */
  onSame: (speaker: number) => void
  drag: Drag
}

/** One voice: its sample, its share and its name. */
export function VoiceCard(props: Props) {
  const { speaker, percent, given, nameOf, sample, isPlaying, onListen, onName, onNext, others, onSame } = props
  const card = useRef<HTMLElement>(null)
  const { grip, target } = useCardDrag(card, speaker, props.drag)
  // The focus leaves before React renders again, so the draft is also kept outside its state.
  const draft = useRef<string>(undefined)
  const [typed, setTyped] = useState<string>()
  const type = (text: string | undefined) => {
    draft.current = text
    setTyped(text)
  }
  const name = nameOf(speaker)

  const save = (text = draft.current ?? '') => {
    type(undefined)
    if (text.trim() !== '' && text.trim() !== given) onName(text.trim())
  }
  const choose = (chosen: string) => {
    save(chosen)
    onNext()
  }
  const press = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, altKey, nativeEvent } = event
    const isListening = (code === 'Space' && ctrlKey) || (code === 'KeyK' && altKey)
    if (nativeEvent.isComposing || (key !== 'Enter' && !isListening)) return
    event.preventDefault()
    if (isListening) return onListen?.()
    save()
    onNext()
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- knows where the focus is; a drop has a menu
    <section
      ref={card}
      className={classes.card}
      data-voice={speaker}
      aria-label={name}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
      onBlur={leave}
      {...target}
    >
      <span className={classes.grip} title={voicesTexts.drag} {...grip}>
        <GripVertical size={16} aria-hidden />
      </span>
      {onListen && (
        <IconAction
          className={classes.listen}
          icon={isPlaying ? Square : Play}
          label={isPlaying ? voicesTexts.stop : voicesTexts.listen}
          subject={name}
          onClick={onListen}
        />
      )}
      <TextInput
        className={classes.field}
        aria-label={voicesTexts.field(name)}
        placeholder={name}
        maxLength={LONGEST_NAME}
        value={typed ?? given ?? ''}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onFocus={({ currentTarget }) => {
          currentTarget.select()
          props.onActive()
        }}
        onKeyDown={press}
        {...(props.isFirst && { 'data-autofocus': true })}
      />
      <span className={`${classes.share} num`}>{voicesTexts.share(percent)}</span>
      {sample && <q className={classes.quote}>{sample.text}</q>}
      {others.length > 0 && <SameMenu {...{ name, others, nameOf, onSame }} />}
      {props.isActive && <Suggestions speaker={speaker} typed={typed ?? ''} onChoose={choose} />}
    </section>
  )
}

type SuggestionsProps = { speaker: number; typed: string; onChoose: (name: string) => void }

/** The name heard in the talk, and those of recent files. */
function Suggestions({ speaker, typed, onChoose }: SuggestionsProps) {
  const naming = use(NamingContext)
  const heard = naming?.introductions.find((one) => one.speaker === speaker)
  if (!naming) return null
  return (
    <div className={classes.suggestions}>
      {heard && <NameOffer introduction={heard} onPlay={undefined} onAccept={() => onChoose(heard.name)} />}
      <RecentNames naming={naming} typed={typed} onChoose={onChoose} />
    </div>
  )
}

/** The card that is dragged now. */
type Drag = {
  dragged: number | undefined
  onDrag: (speaker: number | undefined) => void
  /** The dragged card was dropped on this one. */
  onDrop: (from: number, into: number) => void
}

/** Drags a card by its grip onto another; fingers and keys have the menu. */
function useCardDrag(card: RefObject<HTMLElement | null>, speaker: number, drag: Drag) {
  const { dragged, onDrag, onDrop } = drag
  const [isOver, setIsOver] = useState(false)
  const canDrop = dragged !== undefined && dragged !== speaker
  return {
    grip: {
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData('text/plain', String(speaker))
        dataTransfer.effectAllowed = 'move'
        if (card.current) dataTransfer.setDragImage(card.current, 0, 0)
        onDrag(speaker)
      },
      onDragEnd: () => onDrag(undefined),
    },
    target: {
      'data-over': (isOver && canDrop) || undefined,
      onDragOver: (event: DragEvent) => {
        if (!canDrop) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        onDrag(undefined)
        if (canDrop) onDrop(dragged, speaker)
      },
    },
  }
}

type SameMenuProps = {
  name: string
  others: readonly Talk[]
  nameOf: (speaker: number) => string
  onSame: (speaker: number) => void
}

/** Says that this voice is another one's. */
function SameMenu({ name, others, nameOf, onSame }: SameMenuProps) {
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" returnFocus={false}>
      <Menu.Target>
        <Button
          className={classes.same}
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${voicesTexts.same} ${name}`}
        >
          {voicesTexts.same}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.others}>
        {others.map(({ speaker }) => (
          <Menu.Item
            key={speaker}
            className={classes.other}
            style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
            onClick={() => onSame(speaker)}
          >
            {nameOf(speaker)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
