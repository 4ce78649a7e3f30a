import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'

import { uploader } from '#features/upload/queue/current.ts'
import type { OfferedLink } from '#features/upload/queue/queue.ts'
import { useUser } from '#lib/queries/account.ts'

import { DropArea } from './drop-area.tsx'
import { fileLimitBytes } from './file-limit.ts'
import { LinkForm, OrDivider } from './link-form.tsx'

type Props = {
  isDragOver: boolean
  link: OfferedLink | null
  /** The folder that a linked recording goes to. */
  folder: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** The first step: a file or a link. */
export function ChooseRecording({ isDragOver, link, folder, onFiles }: Props) {
  const user = useUser()
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <h1>{uploadTexts.title}</h1>
      <DropArea limitBytes={fileLimitBytes(user)} isDragOver={isDragOver} onFiles={onFiles} />
      <OrDivider />
      <LinkForm
        key={link ? `${link.url} ${link.code}` : ''}
        start={link}
        isLocked={user?.tariff.isFree ?? true}
        onSentAtOnce={() => link && uploader.offerLink(link.url, false)}
        onSubmit={(url) => uploader.addLink(url, folder)}
      />
    </>
  )
}
