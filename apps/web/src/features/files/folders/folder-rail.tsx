import type { Folder } from '@doslovno/contract/folders.ts'
import { folderTexts } from '@doslovno/texts/folders.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Files, Folder as FolderIcon, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'

import { refreshLists, renameFolder } from '#lib/queries/folders.ts'

import { hasDraggedFiles } from './drag-files.ts'
import { FolderField, NewFolder } from './folder-field.tsx'

import classes from './folders.module.css'

type Props = {
  folders: readonly Folder[]
  open: Folder | undefined
  /** Files were dropped on a folder, or on the whole list. */
  onDrop: (folder: Folder | null) => void
  onDelete: (folder: Folder) => void
}

/** The folders beside the list; on a narrow screen a line above it. */
export function FolderRail({ folders, open, onDrop, onDelete }: Props) {
  return (
    <nav className={classes.rail} aria-label={folderTexts.title}>
      <ul>
        <Target isOpen={!open} onDrop={() => onDrop(null)}>
          <Link
            to="/"
            search={{}}
            activeOptions={EXACT}
            className={classes.link}
            aria-current={open ? undefined : 'page'}
          >
            <Files size={17} aria-hidden />
            <span className={classes.name}>{folderTexts.all}</span>
          </Link>
        </Target>
        {folders.map((folder) => (
          <FolderItem
            key={folder.id}
            folder={folder}
            isOpen={folder.id === open?.id}
            onDrop={() => onDrop(folder)}
            onDelete={() => onDelete(folder)}
          />
        ))}
        <li>
          <NewFolder />
        </li>
      </ul>
    </nav>
  )
}

/** The address of every folder begins with that of the whole list. */
const EXACT = { exact: true, includeSearch: true }

type ItemProps = { folder: Folder; isOpen: boolean; onDrop: () => void; onDelete: () => void }

function FolderItem({ folder, isOpen, onDrop, onDelete }: ItemProps) {
  const queries = useQueryClient()
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = async (name: string) => {
    await renameFolder(folder.id, name)
    await refreshLists(queries)
  }
  if (isRenaming) {
    return (
      <li className={classes.field}>
        <FolderField name={folder.name} onSave={rename} onClose={() => setIsRenaming(false)} />
      </li>
    )
  }
  const Icon = isOpen ? FolderOpen : FolderIcon
  return (
    <Target isOpen={isOpen} onDrop={onDrop}>
      <Link
        to="/"
        search={{ folder: folder.id }}
        className={classes.link}
        title={folder.name}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Icon size={17} aria-hidden />
        <span className={classes.name}>{folder.name}</span>
        <span className={`${classes.files} num`} aria-hidden>
          {folder.files}
        </span>
        <span className="visually-hidden">{folderTexts.count(folder.files)}</span>
      </Link>
      <Menu position="bottom-end" radius="lg" shadow="lg">
        <Menu.Target>
          <ActionIcon className={classes.menu} size={28} aria-label={folderTexts.menu(folder.name)}>
            <Ellipsis size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setIsRenaming(true)}>
            {folderTexts.rename}
          </Menu.Item>
          <Menu.Item leftSection={<Trash2 size={16} />} onClick={onDelete}>
            {folderTexts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Target>
  )
}

type TargetProps = { isOpen: boolean; onDrop: () => void; children: ReactNode }

/** Takes files that are dragged from the list. */
function Target({ isOpen, onDrop, children }: TargetProps) {
  const [isOver, setIsOver] = useState(false)
  const accept = (event: DragEvent) => {
    if (!hasDraggedFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    setIsOver(false)
    if (hasDraggedFiles(event)) onDrop()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for pointers; keys have the bar
    <li
      className={classes.item}
      data-open={isOpen || undefined}
      data-over={isOver || undefined}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </li>
  )
}
