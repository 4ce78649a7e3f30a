import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { Button, Popover, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, use, useRef, useState } from 'react'

import { NameOffer } from './name-offer.tsx'
import { NamingContext } from './naming.ts'
import { RecentNames } from './recent-names.tsx'

import classes from '#features/transcript/transcript.module.css'

const LONGEST_NAME = 100

type Props = {
  speaker: number
  name: string
  tabIndex: number
  /** Absent for readers. */
  onRename: ((name: string) => void) | undefined
  /** Further actions on the speaker of this paragraph. */
  panel?: ((close: () => void) => ReactNode) | undefined
}

/** A speaker's name; a press opens a form to rename it. */
export function SpeakerName({ speaker, name, tabIndex, onRename, panel }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!onRename) return <span className={classes.name}>{name}</span>

  const close = () => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const rename = (renamed: string) => {
    close()
    if (renamed !== '' && renamed !== name) onRename(renamed)
  }
  return (
    <span className={classes.nameBox}>
      <button
        ref={button}
        type="button"
        className={classes.name}
        title={speakerTexts.rename}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={() => setIsOpen(true)}
      >
        {name}
      </button>
      {/* Mounted on demand: a long text has hundreds of names. */}
      {isOpen && <NamePopover speaker={speaker} name={name} onDone={rename} onDismiss={close} panel={panel} />}
    </span>
  )
}

type FormProps = { speaker: number; name: string; onDone: (name: string) => void }

type PopoverProps = FormProps & { onDismiss: () => void; panel: Props['panel'] }

function NamePopover({ speaker, name, onDone, onDismiss, panel }: PopoverProps) {
  return (
    <Popover opened onDismiss={onDismiss} withRoles={false} position="bottom-start" width={330} trapFocus>
      <Popover.Target>
        <span className={classes.nameAnchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={speakerTexts.rename}>
        <NameForm speaker={speaker} name={name} onDone={onDone} />
        {panel && <div className={classes.namePanel}>{panel(onDismiss)}</div>}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Enter saves; Escape and an empty name cancel. */
function NameForm({ speaker, name, onDone }: FormProps) {
  const [value, setValue] = useState(name)
  const naming = use(NamingContext)
  const heard = naming?.introductions.find((one) => one.speaker === speaker)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    onDone(value.trim())
  }
  return (
    <form className={classes.nameForm} onSubmit={save}>
      <TextInput
        label={speakerTexts.field}
        description={speakerTexts.hint}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={LONGEST_NAME}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        data-autofocus
      />
      {heard && <NameOffer introduction={heard} onPlay={naming?.onPlay} onAccept={() => onDone(heard.name)} />}
      {naming && <RecentNames naming={naming} typed={value === name ? '' : value} onChoose={onDone} />}
      <Button type="submit">{speakerTexts.save}</Button>
    </form>
  )
}
