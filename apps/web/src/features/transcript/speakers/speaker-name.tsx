import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { Button, Modal, Popover, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type SubmitEvent, use, useRef, useState } from 'react'

import { SHEET_SCREEN } from '#ui/screens.ts'

import { NameOffer } from './name-offer.tsx'
import { NamingContext } from './naming.ts'
import { RecentNames } from './recent-names.tsx'

import classes from '#features/transcript/transcript.module.css'

const LONGEST_NAME = 100
/** Distance from the edge of the window. */
const EDGE = { padding: 8 }

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
      {isOpen && <NameDialog speaker={speaker} name={name} onDone={rename} onDismiss={close} panel={panel} />}
    </span>
  )
}

type FormProps = { speaker: number; name: string; onDone: (name: string) => void }

type DialogProps = FormProps & { onDismiss: () => void; panel: Props['panel'] }

/** At the name, or at the foot of a screen without room for that; it scrolls if it is higher than the window. */
function NameDialog({ onDismiss, panel, ...form }: DialogProps) {
  const isSheet = useMediaQuery(SHEET_SCREEN, undefined, { getInitialValueInEffect: false })
  const content = (
    <>
      <NameForm {...form} />
      {panel && <div className={classes.namePanel}>{panel(onDismiss)}</div>}
    </>
  )
  if (isSheet) return <NameSheet onDismiss={onDismiss}>{content}</NameSheet>
  return (
    <Popover
      opened
      onDismiss={onDismiss}
      withRoles={false}
      position="bottom-start"
      width={360}
      trapFocus
      middlewares={{ shift: EDGE, flip: EDGE, size: EDGE }}
    >
      <Popover.Target>
        <span className={classes.nameAnchor} />
      </Popover.Target>
      <Popover.Dropdown className={classes.nameDropdown} role="dialog" aria-label={speakerTexts.rename}>
        {content}
      </Popover.Dropdown>
    </Popover>
  )
}

function NameSheet({ onDismiss, children }: { onDismiss: () => void; children: ReactNode }) {
  return (
    <Modal
      opened
      onClose={onDismiss}
      title={speakerTexts.rename}
      size={480}
      classNames={{ inner: classes.sheetPlace, content: classes.sheet }}
      closeButtonProps={{ 'aria-label': speakerTexts.close }}
    >
      {children}
    </Modal>
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
