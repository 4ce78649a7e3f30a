import { ACCEPTED_MEDIA } from '@doslovno/domain/upload/limits.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'

import { useFileDrop } from './use-file-drop.ts'

import classes from './upload.module.css'

type Props = { limitBytes: number; onFile: (file: File) => void }

/** Choose by the button, drop anywhere over the window, or paste. */
export function DropArea({ limitBytes, onFile }: Props) {
  const isOver = useFileDrop(onFile)
  return (
    <label className={classes.drop} data-over={isOver || undefined}>
      <input
        type="file"
        className="visually-hidden"
        accept={ACCEPTED_MEDIA.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file may be chosen again after an error.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <span className={classes.badge} aria-hidden>
        <FileUp size={30} strokeWidth={1.7} />
      </span>
      <span className={classes.choose}>{uploadTexts.choose}</span>
      <span className={classes.hint}>{isOver ? uploadTexts.dropHere : uploadTexts.orDrop}</span>
      <span className={classes.limit}>{uploadTexts.limit(fileSize(limitBytes))}</span>
    </label>
  )
}
