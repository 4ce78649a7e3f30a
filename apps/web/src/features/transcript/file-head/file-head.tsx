import type { Script } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { type ReactNode, useState } from 'react'

import { titleOf } from '#lib/format/file-name.ts'

import { BackLink } from './back-link.tsx'
import { type FileActions, FileMenu } from './file-menu.tsx'
import { FileMeta } from './file-meta.tsx'
import { FileTitle } from './file-title.tsx'

import classes from './file-head.module.css'

type Props = {
  script: Script
  onRename: (fileName: string) => void
  menu: Omit<FileActions, 'onRename'>
  /** Buttons of other features: share, download. */
  actions: ReactNode
  /** A line under the facts. */
  note: ReactNode
}

/** The file's name, its facts and its actions. */
export function FileHead({ script, onRename, menu, actions, note }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = script.canEdit ? () => setIsEditing(true) : undefined
  const done = (fileName: string | undefined) => {
    setIsEditing(false)
    if (fileName !== undefined) onRename(fileName)
  }
  return (
    <header className={classes.head}>
      <title>{pageTitle(titleOf(script.fileName))}</title>
      {script.canEdit && (
        <div className={classes.back}>
          <BackLink />
        </div>
      )}
      <FileTitle fileName={script.fileName} isEditing={isEditing} onEdit={edit} onDone={done} />
      <div className={`${classes.actions} no-print`}>
        {actions}
        <FileMenu {...menu} onRename={edit} />
      </div>
      <FileMeta script={script}>{note}</FileMeta>
    </header>
  )
}
