import { pageTitle } from '@doslovno/texts/brand.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { firstUploadTexts } from '@doslovno/texts/upload.ts'

import { useUser } from '#lib/queries/account.ts'

import { DropArea } from './drop-area.tsx'
import { fileLimitBytes } from './file-limit.ts'
import { LinkForm, OrDivider } from './link-form.tsx'

import classes from '#features/upload/upload.module.css'

type Props = {
  isDragOver: boolean
  /** Measured on recent files; undefined before the first one. */
  minutesPerHour: number | undefined
  onFiles: (files: readonly File[]) => void
  onLink: (url: string) => Promise<void>
}

/** The home page of a user who has not uploaded anything yet. */
export function FirstUpload({ isDragOver, minutesPerHour, onFiles, onLink }: Props) {
  const user = useUser()
  const { free, isPrivate } = firstUploadTexts.facts
  // Paid tariffs have other minutes.
  const minutes = user && !user.tariff.isFree ? [] : [free]
  const speed = minutesPerHour === undefined ? [] : [firstUploadTexts.speed(minutesPerHour)]
  return (
    <>
      <title>{pageTitle(filesTexts.title)}</title>
      <h1>{firstUploadTexts.title}</h1>
      <DropArea limitBytes={fileLimitBytes(user)} isDragOver={isDragOver} onFiles={onFiles} />
      <OrDivider />
      <LinkForm isLocked={user?.tariff.isFree ?? true} onSubmit={onLink} />
      <ul className={classes.facts}>
        {[...minutes, ...speed, isPrivate].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  )
}
