import { searchTexts } from '@doslovno/texts/files.ts'
import { ActionIcon, Loader, TextInput, Tooltip } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'

import { letterKeys } from '#lib/keys/letter-keys.ts'
import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

import type { FileSearch } from './use-file-search.ts'

import classes from '#features/files/files.module.css'

/** A button that expands into a search field. `/` opens it, Enter asks at once, Escape closes it. */
export function SearchField({ search, isPending }: { search: FileSearch; isPending: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const open = () => {
    search.open()
    field.current?.focus()
  }
  useSlashKey(open)

  const close = () => {
    search.close()
    // The button is rendered again in the next frame.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (!search.isOpen) {
    return (
      <Tooltip label={`${searchTexts.open} · ${searchTexts.key}`}>
        <ActionIcon ref={button} size={38} variant="default" aria-label={searchTexts.open} onClick={open}>
          <Search size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <div className={classes.search} role="search">
      <TextInput
        ref={field}
        autoFocus
        maxLength={200}
        aria-label={searchTexts.label}
        placeholder={searchTexts.placeholder}
        leftSection={isPending ? <Loader size={16} aria-hidden /> : <Search size={17} aria-hidden />}
        rightSection={
          <ActionIcon size={28} aria-label={searchTexts.close} onClick={close}>
            <X size={16} aria-hidden />
          </ActionIcon>
        }
        value={search.text}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
          if (key === 'Enter') search.submit()
        }}
      />
      <span className={classes.searchHint} role="status">
        {search.isShort && searchTexts.short}
      </span>
    </div>
  )
}

/** Elements that use the slash themselves. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Handles `/`, unless single-key shortcuts are off. Also by key code, for the Russian layout. */
function useSlashKey(act: () => void) {
  useWindowKeys((event) => {
    const { target, key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || !letterKeys.recall()) return
    if (key !== '/' && (code !== 'Slash' || shiftKey)) return
    if (target instanceof Element && target.closest(FIELDS)) return
    event.preventDefault()
    act()
  })
}
