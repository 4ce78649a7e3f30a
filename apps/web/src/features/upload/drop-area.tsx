import { BYTES_PER_MB, DEFAULT_AREA_SIZE_MB } from '@doslovno/domain/upload/limits.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'

import { FileInput } from './file-input.tsx'

import classes from './upload.module.css'

type Props = {
  limitBytes?: number | undefined
  /** Files hang over the window. */
  isOver: boolean
  onFiles: (files: readonly File[]) => void
}

/** Choose by the button, or drop: the whole window takes files, the area only shows it. */
export function DropArea({ limitBytes = DEFAULT_AREA_SIZE_MB * BYTES_PER_MB, isOver, onFiles }: Props) {
  return (
    <label className={classes.drop} data-over={isOver || undefined}>
      <FileInput onFiles={onFiles} />
      <span className={classes.badge} aria-hidden>
        <FileUp size={30} strokeWidth={1.7} />
      </span>
      <span className={classes.choose}>{uploadTexts.choose}</span>
      <span className={classes.hint}>{isOver ? uploadTexts.dropHere : uploadTexts.orDrop}</span>
      <span className={classes.limit}>{uploadTexts.limit(fileSize(limitBytes))}</span>
      <span className={classes.formats}>{uploadTexts.formats}</span>
    </label>
  )
}
