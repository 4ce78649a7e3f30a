import { feedbackTexts as texts } from '@doslovno/texts/feedback.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { FeedbackDialog } from './feedback-dialog.tsx'

type Props = {
  /** `link`: among the links of the footer. `button`: beside the action of an error page. */
  look: 'link' | 'button'
  className?: string | undefined
}

/** Opens the feedback dialog. */
export function FeedbackButton({ look, className }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {look === 'link' ? (
        <button type="button" className={className} onClick={open}>
          {texts.open}
        </button>
      ) : (
        <Button variant="default" size="md" className={className} onClick={open}>
          {texts.openOnError}
        </Button>
      )}
      <FeedbackDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
