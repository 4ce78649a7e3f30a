import { replaceTexts, restoreTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { fileMenuTexts } from '@doslovno/texts/file-page.ts'
import { historyTexts } from '@doslovno/texts/history.ts'
import { applyTexts } from '@doslovno/texts/marks.ts'
import { ActionIcon, Menu } from '@mantine/core'
import {
  ArchiveRestore,
  AudioLines,
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
import { useRef } from 'react'

/** Actions of the menu; an absent one is not offered. */
export type FileActions = {
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
const EDGE = { padding: 12 }

export function FileMenu(actions: FileActions) {
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
