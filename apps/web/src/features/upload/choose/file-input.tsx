import { ACCEPTED_MEDIA } from '@doslovno/domain/upload/limits.ts'

type Props = { onFiles: (files: readonly File[]) => void; isSingle?: boolean; describedBy?: string }

/** The native file input; the caller wraps it in a label. */
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
        // Lets the same file be chosen again after an error.
        currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
