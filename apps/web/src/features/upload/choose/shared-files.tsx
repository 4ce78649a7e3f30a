import { sharedFilesTexts as texts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { forgetShared, readShared } from '#lib/offline/shared-files.ts'

import classes from '#features/upload/upload.module.css'

/**
 * Asks before it uploads files that another app handed over. A form of a foreign site can hand them over as well, and
 * an upload costs minutes.
 */
export function SharedFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  useEffect(() => void readShared().then(setFiles), [])
  const close = () => {
    setFiles([])
    void forgetShared()
  }
  if (files.length === 0) return null
  return (
    <section className={classes.shared} aria-labelledby="shared-files">
      <div>
        <h2 id="shared-files">{texts.title(files.map(({ name }) => name))}</h2>
        <p>{texts.from}</p>
      </div>
      <div className={classes.sharedActions}>
        <Button
          onClick={() => {
            onFiles(files)
            close()
          }}
        >
          {texts.upload}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.dismiss}
        </Button>
      </div>
    </section>
  )
}
