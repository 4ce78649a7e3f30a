import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'

import classes from './confirm-dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** The dialog waits for it, closes when it ends and stays open when it fails. */
  onConfirm: () => Promise<void>
  title?: string
  text?: string
  confirm?: string
}

/** Asks before something that cannot be taken back by one click. Enter confirms. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title = confirmTexts.title,
  text,
  confirm = confirmTexts.confirm,
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
      {text && <p className={classes.text}>{text}</p>}
      {failed && (
        <p className={classes.failed} role="alert">
          {confirmTexts.failed}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          {confirmTexts.cancel}
        </Button>
        <Button data-autofocus loading={pending} onClick={() => void run()}>
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
