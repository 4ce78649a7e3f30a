import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'

import classes from './confirm-dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** The dialog closes when a handler resolves and stays open when it rejects. */
  onConfirm: () => Promise<void>
  onCancel?: () => Promise<void>
  title?: string
  subtitle?: string
  text?: string
  confirm?: string
  cancel?: string
  /** Red for what cannot be undone. */
  tone?: 'ink' | 'bad'
}

/** Confirms an action that one click cannot undo. Enter confirms. */
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
  const run = async (handle: () => Promise<void>) => {
    setPending(true)
    setFailed(false)
    try {
      await handle()
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
        <Button variant="default" onClick={onCancel ? () => void run(onCancel) : close}>
          {cancel}
        </Button>
        <Button
          data-autofocus
          className={tone === 'bad' ? classes.bad : undefined}
          loading={pending}
          onClick={() => void run(onConfirm)}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
