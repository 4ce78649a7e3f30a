import { ACCEPTED_MEDIA, DEFAULT_AREA_SIZE_MB } from '@doslovno/domain/upload/limits.ts'
import { sizeUnits } from '@doslovno/texts/format.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'

import classes from '#features/upload/upload.module.css'

const [, , MEGABYTE] = sizeUnits

type Props = {
  limitBytes?: number | undefined
  /** Files are being dragged over the window. */
  isDragOver: boolean
  onFiles: (files: readonly File[]) => void
}

/** A file picker. Files may be dropped anywhere in the window; the area only shows that. */
export function DropArea({ limitBytes, isDragOver, onFiles }: Props) {
  const limit = limitBytes === undefined ? `${DEFAULT_AREA_SIZE_MB}\u00a0${MEGABYTE}` : fileSize(limitBytes)
  return (
    <label className={classes.drop} data-over={isDragOver || undefined}>
      <FileInput onFiles={onFiles} />
      <span className={classes.badge} aria-hidden>
        <FileUp size={30} strokeWidth={1.7} />
      </span>
      <span className={classes.choose}>{uploadTexts.choose}</span>
      <span className={classes.hint}>{isDragOver ? uploadTexts.dropHere : uploadTexts.orDrop}</span>
      <span className={classes.limit}>{uploadTexts.limit(limit)}</span>
      <span className={classes.formats}>{uploadTexts.formats}</span>
    </label>
  )
}

type FileInputProps = { onFiles: (files: readonly File[]) => void; isSingle?: boolean; describedBy?: string }

/** The native file input; the caller wraps it in a label. */
export function FileInput({ onFiles, isSingle = false, describedBy }: FileInputProps) {
  return (
    <input
      type="file"
      className="visually-hidden"
      accept={ACCEPTED_MEDIA.join(',')}
      multiple={!isSingle}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Lets the same file be chosen again after an error.
        currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
