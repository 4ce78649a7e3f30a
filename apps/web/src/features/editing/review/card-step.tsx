import { reviewTexts } from '@doslovno/texts/editing.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { ChevronLeft, ChevronRight, type LucideIcon, RotateCcw } from 'lucide-react'

import { keepFocus } from '#ui/keep-focus.ts'

import type { Review } from './use-review.ts'

import classes from './review.module.css'

/** Back, once more, forth. */
export function Steps({ review: { move, listen } }: { review: Pick<Review, 'move' | 'listen'> }) {
  return (
    <div className={classes.steps}>
      <Step icon={ChevronLeft} label={reviewTexts.previous} onClick={() => move(-1)} />
      <Step icon={RotateCcw} label={reviewTexts.again} onClick={listen} />
      <Step icon={ChevronRight} label={reviewTexts.next} onClick={() => move(1)} />
    </div>
  )
}

type StepProps = { icon: LucideIcon; label: string; onClick: () => void }

/** The focus stays in the card, so that its keys work on. */
export function Step({ icon: Icon, label, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onMouseDown={keepFocus} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
