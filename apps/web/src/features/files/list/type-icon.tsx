import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { AudioLines, Clapperboard } from 'lucide-react'

import classes from '#features/files/files.module.css'

export function TypeIcon({ type }: { type: ScriptSummary['type'] }) {
  const Icon = type === 'video' ? Clapperboard : AudioLines
  return (
    <span className={classes.type} data-type={type} role="img" aria-label={filesTexts[type]}>
      <Icon size={17} aria-hidden />
    </span>
  )
}
