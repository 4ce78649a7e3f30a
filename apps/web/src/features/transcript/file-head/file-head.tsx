import type { Script } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { replaceTexts, restoreTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { metaTexts, fileTitleTexts, fileMenuTexts } from '@doslovno/texts/file-page.ts'
import { historyTexts } from '@doslovno/texts/history.ts'
import { applyTexts } from '@doslovno/texts/marks.ts'
import { ActionIcon, Menu } from '@mantine/core'
import {
  AudioLines,
  CalendarClock,
  CalendarDays,
  Clock3,
  HardDrive,
  Languages,
  Scissors,
  Users,
  ArchiveRestore,
  BookOpenCheck,
  Copy,
  Ellipsis,
  History,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Pencil,
  Replace,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState, type KeyboardEvent, useRef } from 'react'

import { dateOf, dayLabel } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { languageName } from '#lib/format/language.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import { BackLink } from './back-link.tsx'

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

/** Facts about the recording in one line. */
function FileMeta({ script, children }: { script: Script; children?: ReactNode }) {
  const [now] = useState(() => new Date())
  const { uploadAt, duration, fileSize: sizeBytes, speakers, language, processedSeconds, keepUntil } = script
  const facts = [
    { icon: CalendarDays, text: dayLabel(uploadAt, now) },
    duration !== null && { icon: Clock3, text: clock(duration) },
    { icon: HardDrive, text: fileSize(sizeBytes) },
    speakers > 0 && { icon: speakers === 1 ? AudioLines : Users, text: metaTexts.speakers(speakers) },
    language !== null && { icon: Languages, text: languageName(language) },
    keepUntil !== undefined && { icon: CalendarClock, text: metaTexts.keptUntil(dateOf(keepUntil, now)) },
  ].filter((fact) => fact !== false)
  return (
    <div className={classes.facts}>
      <ul className={`${classes.meta} num`}>
        {facts.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={16} aria-hidden /> {text}
          </li>
        ))}
      </ul>
      {processedSeconds !== undefined && duration !== null && (
        <p className={`${classes.beginning} num`}>
          <Scissors size={15} aria-hidden /> {metaTexts.onlyBeginning(clock(processedSeconds), clock(duration))}
        </p>
      )}
      {children}
    </div>
  )
}

/** The server's limit. */
const LONGEST_NAME = 255

type FileTitleProps = {
  fileName: string
  isEditing: boolean
  /** Starts editing; absent for readers. */
  onEdit: (() => void) | undefined
  /** Ends editing with a new file name, or with undefined to keep the old one. */
  onDone: (fileName: string | undefined) => void
}

/** The file's name as the heading; the owner renames it in place. */
function FileTitle({ fileName, isEditing, onEdit, onDone }: FileTitleProps) {
  const title = titleOf(fileName)
  if (isEditing) return <TitleField fileName={fileName} onDone={onDone} />
  if (!onEdit) return <h1 className={classes.title}>{title}</h1>
  return (
    <h1 className={classes.title}>
      <button type="button" className={classes.titleButton} title={fileTitleTexts.rename} onClick={onEdit}>
        {title}
      </button>
    </h1>
  )
}

/** Edits the name without its extension. Enter and blur save; Escape and an empty name cancel. */
function TitleField({ fileName, onDone }: Pick<FileTitleProps, 'fileName' | 'onDone'>) {
  const title = titleOf(fileName)
  const extension = fileName.slice(title.length)
  const [value, setValue] = useState(title)
  const isDone = useRef(false)

  const finish = (wanted: string) => {
    // Unmounting blurs the field, which must not save a cancelled name.
    if (isDone.current) return
    isDone.current = true
    const renamed = wanted.trim()
    onDone(renamed === '' || renamed === title ? undefined : renamed + extension)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(value)
    else if (event.key === 'Escape') finish(title)
  }
  return (
    <h1 className={classes.title}>
      <input
        className={classes.titleField}
        aria-label={fileTitleTexts.field}
        maxLength={LONGEST_NAME - extension.length}
        value={value}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(value)}
      />
    </h1>
  )
}

/** Actions of the menu; an absent one is not offered. */
type FileActions = {
  onCopy?: (() => void) | undefined
  onRename?: (() => void) | undefined
  onReview?: (() => void) | undefined
  onReplace?: (() => void) | undefined
  onApply?: (() => void) | undefined
  onHistory?: (() => void) | undefined
  onRestore?: (() => void) | undefined
  onAgain?: (() => void) | undefined
  onKeys: () => void
  onDelete?: (() => void) | undefined
}

/** Keeps the menu inside a low window, where it scrolls. */
const EDGE = { padding: 8 }

function FileMenu(actions: FileActions) {
  const { onCopy, onRename, onReview, onReplace, onApply, onHistory, onRestore, onAgain, onKeys, onDelete } = actions
  const target = useRef<HTMLButtonElement>(null)
  // The pressed item unmounts, so a dialog could not return the focus to it.
  const after = (act: () => void) => () => {
    target.current?.focus()
    act()
  }
  const item = (label: string, Icon: LucideIcon, act: (() => void) | undefined) =>
    act && (
      <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={after(act)}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu
      position="bottom-end"
      width={232}
      radius="lg"
      shadow="lg"
      returnFocus={false}
      // Scrolling a low window to the last action takes the button out of sight, but not the menu.
      hideDetached={false}
      middlewares={{ shift: EDGE, flip: EDGE, size: EDGE }}
    >
      <Menu.Target>
        <ActionIcon ref={target} variant="default" aria-label={fileMenuTexts.label}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto' }}>
        {item(fileMenuTexts.copy, Copy, onCopy)}
        {item(fileMenuTexts.rename, Pencil, onRename)}
        {item(reviewTexts.open, ListChecks, onReview)}
        {item(replaceTexts.open, Replace, onReplace)}
        {item(applyTexts.open, BookOpenCheck, onApply)}
        {item(historyTexts.open, History, onHistory)}
        {item(restoreTexts.open, ArchiveRestore, onRestore)}
        {item(fileMenuTexts.again, AudioLines, onAgain)}
        {item(fileMenuTexts.keys, Keyboard, onKeys)}
        {onDelete && (
          <>
            <Menu.Divider />
            <Menu.Item color="var(--bad)" leftSection={<Trash2 size={16} aria-hidden />} onClick={after(onDelete)}>
              {fileMenuTexts.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
