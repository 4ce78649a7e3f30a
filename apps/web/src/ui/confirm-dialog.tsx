import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'

import classes from './confirm-dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** The dialog waits for it, closes when it ends and stays open when it fails. */
  onConfirm: () => Promise<void>
  /** Decides what cancelling does; without it the dialog closes. */
  onCancel?: () => void
  title?: string
  subtitle?: string
  text?: string
  confirm?: string
  cancel?: string
  /** Red is for what is gone for good. */
  tone?: 'ink' | 'bad'
}

/** Asks before something that cannot be taken back by one click. Enter confirms. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  onCancel,
  title = confirmTexts.title,
  subtitle,
  text,
  confirm = confirmTexts.confirm,
  cancel = confirmTexts.cancel,
  tone = 'ink',
}: Props) {
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)

  const close = () => {
    setFailed(false)
    onClose()
  }
  const run = async () => {
    setPending(true)
    setFailed(false)
    try {
      await onConfirm()
      close()
    } catch {
      setFailed(true)
    } finally {
      setPending(false)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={420}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      {text && <p className={classes.text}>{text}</p>}
      {failed && (
        <p className={classes.failed} role="alert">
          {confirmTexts.failed}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel ?? close}>
          {cancel}
        </Button>
        <Button
          data-autofocus
          className={tone === 'bad' ? classes.bad : undefined}
          loading={pending}
          onClick={() => void run()}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
