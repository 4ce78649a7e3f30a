import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'

import classes from './upload.module.css'

/** Lies over a page that takes files though it has no area for them. */
export function DropVeil() {
  return (
    <div className={classes.veil}>
      <span className={classes.badge} aria-hidden>
        <FileUp size={30} strokeWidth={1.7} />
      </span>
      <span>{uploadTexts.dropHere}</span>
    </div>
  )
}
