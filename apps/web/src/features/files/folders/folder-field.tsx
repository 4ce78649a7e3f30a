import { LONGEST_FOLDER_NAME } from '@doslovno/domain/script/folder.ts'
import { folderTexts } from '@doslovno/texts/folders.ts'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'

import { codeOf } from '#lib/http/api-error.ts'
import { createFolder, refreshLists } from '#lib/queries/folders.ts'

import classes from './folders.module.css'

type Props = {
  name?: string
  /** Stays open with the reason if this fails. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** The name of a folder, typed in its place. Enter saves, Escape leaves it. */
export function FolderField({ name = '', onSave, onClose }: Props) {
  const [text, setText] = useState(name)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const save = async () => {
    const wished = text.trim()
    if (wished === '' || wished === name) return onClose()
    setIsBusy(true)
    try {
      await onSave(wished)
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
      setIsBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        autoFocus
        aria-label={folderTexts.name}
        placeholder={folderTexts.placeholder}
        maxLength={LONGEST_FOLDER_NAME}
        readOnly={isBusy}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setProblem(undefined)
        }}
        onBlur={() => void (problem === undefined && !isBusy && save())}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
    </form>
  )
}

/** Why a folder could not be saved. */
export function problemOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'folderExists') return folderTexts.exists
  return code === 'tooManyFolders' ? folderTexts.limit : folderTexts.failed
}

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
