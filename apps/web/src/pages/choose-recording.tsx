import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'

import { uploader } from '#features/upload/current.ts'
import { DropArea } from '#features/upload/drop-area.tsx'
import { fileLimitBytes } from '#features/upload/file-limit.ts'
import { LinkForm } from '#features/upload/link-form.tsx'
import { OrDivider } from '#features/upload/or-divider.tsx'
import type { OfferedLink } from '#features/upload/queue.ts'
import { useSession } from '#lib/session/current.ts'

type Props = { isOver: boolean; link: OfferedLink | null; onFiles: (files: readonly File[]) => void }

/** The first step: a file or a link. */
export function ChooseRecording({ isOver, link, onFiles }: Props) {
  const { user } = useSession()
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <h1>{uploadTexts.title}</h1>
      <DropArea limitBytes={fileLimitBytes(user)} isOver={isOver} onFiles={onFiles} />
      <OrDivider />
      <LinkForm
        key={link ? `${link.url} ${link.code}` : ''}
        start={link}
        isLocked={user?.tariff.isFree ?? true}
        onSentAtOnce={() => link && uploader.offerLink(link.url, false)}
        onSubmit={(url) => uploader.addLink(url)}
      />
    </>
  )
}
