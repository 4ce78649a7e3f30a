import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'

import classes from '#features/upload/upload.module.css'

/** Covers a page without a drop area while files are dragged over it. */
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
