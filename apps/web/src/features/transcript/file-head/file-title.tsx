import { fileTitleTexts } from '@doslovno/texts/file-page.ts'
import { type KeyboardEvent, useRef, useState } from 'react'

import { titleOf } from '#lib/format/file-name.ts'

import classes from './file-head.module.css'

/** The server's limit. */
const LONGEST_NAME = 255

type Props = {
  fileName: string
  isEditing: boolean
  /** Starts editing; absent for readers. */
  onEdit: (() => void) | undefined
  /** Ends editing with a new file name, or with undefined to keep the old one. */
  onDone: (fileName: string | undefined) => void
}

/** The file's name as the heading; the owner renames it in place. */
export function FileTitle({ fileName, isEditing, onEdit, onDone }: Props) {
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
function TitleField({ fileName, onDone }: Pick<Props, 'fileName' | 'onDone'>) {
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
