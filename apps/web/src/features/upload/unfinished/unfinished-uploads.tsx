import type { Upload } from '@doslovno/contract/uploads.ts'
import { unfinishedTexts } from '@doslovno/texts/upload.ts'
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useId } from 'react'

import { FileInput } from '#features/upload/choose/drop-area.tsx'
import { percentOf } from '#features/upload/sending/transfer.ts'
import { fileSize } from '#lib/format/size.ts'
import { removeUpload, UPLOADS_KEY } from '#lib/queries/uploads.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'

import classes from '#features/upload/upload.module.css'

type Props = { uploads: readonly Upload[]; onResume: (upload: Upload, file: File) => void }

/** Unfinished uploads. The browser has lost their files, so the user chooses them again. */
export function UnfinishedUploads({ uploads, onResume }: Props) {
  const queries = useQueryClient()
  const removal = useConfirm<Upload>((upload) => ({
    title: unfinishedTexts.removeTitle,
    subtitle: upload?.fileName,
    text: unfinishedTexts.removeText,
    confirm: unfinishedTexts.remove,
    onConfirm: async ({ id }) => {
      await removeUpload(id)
      await queries.invalidateQueries({ queryKey: UPLOADS_KEY })
    },
  }))
  if (uploads.length === 0) return null
  return (
    <section className={classes.others} aria-labelledby="unfinished-uploads">
      <h2 id="unfinished-uploads">{unfinishedTexts.title}</h2>
      <p>{unfinishedTexts.hint}</p>
      <ul>
        {uploads.map((upload) => (
          <UnfinishedUpload
            key={upload.id}
            upload={upload}
            onFile={(file) => onResume(upload, file)}
            onRemove={() => removal.ask(upload)}
          />
        ))}
      </ul>
      {removal.dialog}
    </section>
  )
}

type RowProps = { upload: Upload; onFile: (file: File) => void; onRemove: () => void }

function UnfinishedUpload({ upload, onFile, onRemove }: RowProps) {
  const nameId = useId()
  const percent = percentOf({ totalBytes: upload.size, sentBytes: upload.uploadedBytes })
  return (
    <li className={classes.other}>
      <span className={classes.fileIcon} aria-hidden>
        <RotateCw size={20} />
      </span>
      <div className={classes.fileBody}>
        <b id={nameId} title={upload.fileName}>
          {upload.fileName}
        </b>
        <span className="num">{unfinishedTexts.arrived(percent, fileSize(upload.size))}</span>
        <Progress value={percent} size={6} mt={8} color="var(--accent)" aria-labelledby={nameId} />
      </div>
      <div className={classes.otherActions}>
        <label className={classes.pick}>
          <FileInput isSingle describedBy={nameId} onFiles={([file]) => file && onFile(file)} />
          {unfinishedTexts.choose}
        </label>
        <Button variant="default" size="xs" aria-describedby={nameId} onClick={onRemove}>
          {unfinishedTexts.remove}
        </Button>
      </div>
    </li>
  )
}
