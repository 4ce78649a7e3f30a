import { folderTexts } from '@doslovno/texts/folders.ts'
import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'

import { createFolder, refreshLists } from '#lib/queries/folders.ts'

import { FolderField } from './folder-field.tsx'

import classes from './folders.module.css'

/** A quiet button that becomes the field of a name. */
export function NewFolder() {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const save = async (name: string) => {
    await createFolder(name)
    await refreshLists(queries)
  }
  if (isOpen) {
    return (
      <div className={classes.field}>
        <FolderField onSave={save} onClose={() => setIsOpen(false)} />
      </div>
    )
  }
  return (
    <UnstyledButton className={classes.new} onClick={() => setIsOpen(true)}>
      <FolderPlus size={17} aria-hidden />
      {folderTexts.create}
    </UnstyledButton>
  )
}
