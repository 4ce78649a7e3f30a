import { shellTexts } from '@doslovno/texts/shell.ts'
import { Bug } from 'lucide-react'

import { FeedbackButton } from '#features/feedback/index.ts'
import { LeaveFirstScreen } from '#lib/first-screen/leave-first-screen.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainButton } from '#ui/plain.tsx'

import classes from './screens.module.css'

const texts = shellTexts.crash

/** Covers our own bugs and a release during an open tab; a reload fixes the second. */
export function Crash() {
  return (
    <div className={classes.whole} role="alert">
      <LeaveFirstScreen />
      <Notice icon={Bug} tone="bad" title={texts.title} text={texts.text}>
        <PlainButton onClick={() => location.reload()}>{texts.action}</PlainButton>
        <FeedbackButton look="button" />
      </Notice>
    </div>
  )
}
