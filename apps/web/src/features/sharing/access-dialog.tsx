import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { ActionIcon, Button, Modal, Popover, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleQuestionMark, CodeXml, Globe, Lock, Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { copyText } from '#lib/clipboard/copy-text.ts'
import { shareScript } from '#lib/queries/scripts.ts'
import { BusyButton } from '#ui/busy-button.tsx'

import { copyLink } from './copy-link.ts'
import { embedCode, nameBeforeDot, fileLink } from './file-link.ts'

import classes from './sharing.module.css'

export type SharedScript = Pick<ScriptSummary, 'id' | 'fileName' | 'public' | 'canEdit' | 'linkId'>

type Props = { script: SharedScript; opened: boolean; onClose: () => void; onChange: (script: ScriptSummary) => void }

/** Chooses who may read a file: its owner, or everybody with the link. */
export function AccessDialog({ script, opened, onClose, onChange }: Props) {
  const toggle = useMutation({
    mutationFn: (sharing: { publicFlag: boolean; newLink?: true }) => shareScript(script.id, sharing),
    onSuccess: onChange,
  })
  const change = () => toggle.mutate({ publicFlag: !script.public })
  const renew = () => toggle.mutate({ publicFlag: true, newLink: true })
  const close = () => {
    toggle.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={sharingTexts.title}
      size={460}
      closeButtonProps={{ 'aria-label': sharingTexts.dismiss }}
    >
      <p className={classes.name}>{sharingTexts.named(nameBeforeDot(script.fileName))}</p>
      <div className={classes.state}>
        {script.public ? (
          <Globe size={22} className={classes.opened} aria-hidden />
        ) : (
          <Lock size={22} className={classes.closed} aria-hidden />
        )}
        <span role="status">{script.public ? sharingTexts.opened : sharingTexts.closed}</span>
        <AccessHelp />
      </div>
      {script.public && <LinkField script={script} />}
      {script.public && <EmbedButton script={script} />}
      {script.public && script.canEdit && <NewLinkButton isBusy={toggle.isPending} onClick={renew} />}
      {toggle.isError && (
        <p className={classes.failed} role="alert">
          {sharingTexts.failed}
        </p>
      )}
      {script.canEdit && (
        <BusyButton
          fullWidth
          data-autofocus={!script.public || undefined}
          variant={script.public ? 'default' : 'filled'}
          isBusy={toggle.isPending}
          onClick={change}
        >
          {script.public ? sharingTexts.close : sharingTexts.open}
        </BusyButton>
      )}
    </Modal>
  )
}

/** Copies the frame that shows a public file on another page. */
function EmbedButton({ script }: { script: SharedScript }) {
  const copy = () =>
    copyText(embedCode(location.origin, script), sharingTexts.embedCopied, sharingTexts.embedCopyFailed)
  return (
    <div className={classes.embed}>
      <Button variant="default" leftSection={<CodeXml size={16} aria-hidden />} onClick={() => void copy()}>
        {sharingTexts.embed}
      </Button>
      <span>{sharingTexts.embedHint}</span>
    </div>
  )
}

/** Replaces the link, for an owner who has sent it to somebody by mistake. */
function NewLinkButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <div className={classes.embed}>
      <BusyButton variant="default" leftSection={<RefreshCw size={16} aria-hidden />} isBusy={isBusy} onClick={onClick}>
        {sharingTexts.newLink}
      </BusyButton>
      <span>{sharingTexts.newLinkHint}</span>
    </div>
  )
}

/** Explains what readers with the link can and cannot do. */
function AccessHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover width={280} position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <ActionIcon
          ml="auto"
          size={28}
          aria-label={sharingTexts.help.label}
          // While open, Escape closes this and not the dialog around it.
          data-mantine-stop-propagation={isOpen}
          onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <CircleQuestionMark size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.help}>{sharingTexts.help.text}</Popover.Dropdown>
    </Popover>
  )
}

/** The address of a public file, with a copy button. */
function LinkField({ script }: { script: SharedScript }) {
  const link = fileLink(location.origin, script)
  return (
    <div className={classes.link}>
      <TextInput
        readOnly
        value={link}
        aria-label={sharingTexts.link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        data-autofocus
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => void copyLink(script)}
      >
        {sharingTexts.copy}
      </Button>
    </div>
  )
}
