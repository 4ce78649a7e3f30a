import type { Folder } from '@doslovno/contract/folders.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { LONGEST_FOLDER_NAME } from '@doslovno/domain/script/folder.ts'
import { folderTexts, moveTexts } from '@doslovno/texts/folders.ts'
import { ActionIcon, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { Check, Folder as FolderIcon, FolderInput, FolderMinus, Plus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'

import { BarButton } from '#features/files/select/selection-bar.tsx'
import { createFolder } from '#lib/queries/folders.ts'

import { problemOf } from './folder-field.tsx'

import classes from './folders.module.css'

type Target = Pick<Folder, 'id' | 'name'> | null
type Props = { scripts: readonly ScriptSummary[]; folders: readonly Folder[]; onMove: (folder: Target) => void }

/** «Move» for keyboard and touch: all folders, and a new one. */
export function MovePopover({ scripts, folders, onMove }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const choose = (folder: Target) => {
    setIsOpen(false)
    onMove(folder)
  }
  return (
    <Popover width={280} position="top" trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <BarButton icon={<FolderInput size={17} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
          {moveTexts.button}
        </BarButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label={moveTexts.title}>
        <p className={classes.title}>{moveTexts.title}</p>
        <Choices scripts={scripts} folders={folders} onMove={choose} />
        <NewTarget onMove={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choices({ scripts, folders, onMove }: Props) {
  const isIn = (folder: Folder) => scripts.every(({ folderId }) => folderId === folder.id)
  return (
    <ul className={classes.choices}>
      {folders.map((folder) => (
        <li key={folder.id}>
          <UnstyledButton className={classes.choice} disabled={isIn(folder)} onClick={() => onMove(folder)}>
            <FolderIcon size={17} aria-hidden />
            <span className={classes.name}>{folder.name}</span>
            {isIn(folder) && <Check size={16} aria-hidden />}
          </UnstyledButton>
        </li>
      ))}
      {scripts.some(({ folderId }) => folderId !== undefined) && (
        <li>
          <UnstyledButton className={classes.choice} onClick={() => onMove(null)}>
            <FolderMinus size={17} aria-hidden />
            <span className={classes.name}>{moveTexts.out}</span>
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

function NewTarget({ onMove }: Pick<Props, 'onMove'>) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const create = async () => {
    if (name.trim() === '') return
    setIsBusy(true)
    await createFolder(name.trim()).then(onMove, (error: unknown) => setProblem(problemOf(error)))
    setIsBusy(false)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void create()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label={folderTexts.create}
        placeholder={folderTexts.create}
        maxLength={LONGEST_FOLDER_NAME}
        value={name}
        error={problem}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setProblem(undefined)
        }}
        rightSection={
          name.trim() !== '' && (
            <ActionIcon type="submit" size={28} loading={isBusy} aria-label={moveTexts.create}>
              <Plus size={17} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </form>
  )
}
