import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

import classes from './dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** The dialog closes when a handler resolves and stays open when it rejects. */
  onConfirm: () => Promise<void>
  onCancel?: () => Promise<void>
  title?: string
  subtitle?: string | undefined
  text?: string
  confirm?: string
  cancel?: string
  /** Red for what cannot be undone. */
  tone?: 'ink' | 'bad'
  /** The text of a handler's failure. */
  failure?: (error: unknown) => string
}

type Question<T> = Omit<Props, 'opened' | 'onClose' | 'onConfirm'> & { onConfirm: (about: T) => Promise<void> }

type Confirmation<T> = {
  /** Opens the dialog. */
  ask: (about: T) => void
  /** Belongs anywhere on the page. */
  dialog: ReactNode
}

/** A confirmation that is asked about one thing at a time. */
export function useConfirm<T = void>(questionOf: (about: T | undefined) => Question<T>): Confirmation<T> {
  const [asked, setAsked] = useState<{ about: T }>()
  const [opened, setOpened] = useState(false)
  const { onConfirm, ...question } = questionOf(asked?.about)
  return {
    ask: (about) => {
      setAsked({ about })
      setOpened(true)
    },
    dialog: (
      <ConfirmDialog
        {...question}
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={async () => asked && onConfirm(asked.about)}
      />
    ),
  }
}

/** Confirms an action that one click cannot undo. Enter confirms, wherever the focus is. */
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
  failure = () => confirmTexts.failed,
}: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const run = async (handle: () => Promise<void>) => {
    setPending(true)
    setProblem(undefined)
    try {
      await handle()
      close()
    } catch (error) {
      setProblem(failure(error))
    } finally {
      setPending(false)
    }
  }

  // A button acts on Enter by itself.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && !pending && !(target instanceof HTMLButtonElement)) void run(onConfirm)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      onKeyDown={onKeyDown}
      title={title}
      size={420}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      {text && <p className={classes.text}>{text}</p>}
      {problem !== undefined && (
        <p className={classes.failed} role="alert">
          {problem}
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
