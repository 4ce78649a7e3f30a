import { ACCEPTED_MEDIA } from '@doslovno/domain/upload/limits.ts'

type Props = { onFiles: (files: readonly File[]) => void; isSingle?: boolean; describedBy?: string }

/** The browser's own choice of files; whoever shows it puts it into a label. */
export function FileInput({ onFiles, isSingle = false, describedBy }: Props) {
  return (
    <input
      type="file"
      className="visually-hidden"
      accept={ACCEPTED_MEDIA.join(',')}
      multiple={!isSingle}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // The same file may be chosen again after an error.
        currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
