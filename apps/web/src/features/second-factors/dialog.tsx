import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: string
  onClose: () => void
  /** Closes by its own button only: what it shows is not shown again. */
  isFinal?: boolean
  children: ReactNode
}

export function Dialog({ opened, title, onClose, isFinal = false, children }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={460}
      closeOnClickOutside={!isFinal}
      closeOnEscape={!isFinal}
      withCloseButton={!isFinal}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      {children}
    </Modal>
  )
}
