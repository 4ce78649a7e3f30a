import { pageTitle } from '@doslovno/texts/brand.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { firstUploadTexts } from '@doslovno/texts/upload.ts'

import { DropArea } from '#features/upload/drop-area.tsx'
import { fileLimitBytes } from '#features/upload/file-limit.ts'
import { LinkForm } from '#features/upload/link-form.tsx'
import { OrDivider } from '#features/upload/or-divider.tsx'
import { useSession } from '#lib/session/current.ts'

import classes from './pages.module.css'

type Props = { isOver: boolean; onFiles: (files: readonly File[]) => void; onLink: (url: string) => Promise<void> }

/** The home of somebody who has not uploaded anything yet. */
export function FirstUpload({ isOver, onFiles, onLink }: Props) {
  const { user } = useSession()
  return (
    <div className={classes.upload} data-first>
      <title>{pageTitle(filesTexts.title)}</title>
      <h1>{firstUploadTexts.title}</h1>
      <DropArea limitBytes={fileLimitBytes(user)} isOver={isOver} onFiles={onFiles} />
      <OrDivider />
      <LinkForm isLocked={user?.tariff.isFree ?? true} onSubmit={onLink} />
      <ul className={classes.facts}>
        {firstUploadTexts.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}
