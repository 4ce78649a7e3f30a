import { feedbackTexts as texts } from '@doslovno/texts/feedback.ts'
import { lazy, Suspense, useState } from 'react'

import { PlainButton } from '#ui/plain.tsx'

const FeedbackDialog = lazy(async () => ({ default: (await import('./feedback-dialog.tsx')).FeedbackDialog }))

type Props = {
  /** `link`: among the links of the footer. `button`: beside the action of an error page. */
  look: 'link' | 'button'
  className?: string | undefined
}

/** Opens the feedback dialog. */
export function FeedbackButton({ look, className }: Props) {
  /** Undefined until it is first opened: nobody loads the dialog before. */
  const [isOpen, setIsOpen] = useState<boolean>()
  const open = () => setIsOpen(true)
  return (
    <>
      {look === 'link' ? (
        <button type="button" className={className} onClick={open}>
          {texts.open}
        </button>
      ) : (
        <PlainButton look="outlined" onClick={open}>
          {texts.openOnError}
        </PlainButton>
      )}
      <Suspense fallback={null}>
        {isOpen !== undefined && <FeedbackDialog opened={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
