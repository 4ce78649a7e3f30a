import { vocabularyLineTexts } from '@doslovno/texts/marks.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { BookOpenCheck, Ellipsis, ListFilter, Undo2 } from 'lucide-react'

import classes from './file-head.module.css'

type Props = {
  /** How many words the vocabulary put in, and how many questions it has. */
  fixed: number
  asks: number
  /** Whether only changed paragraphs are shown. */
  isOnly: boolean
  onOnly: (isOn: boolean) => void
  onReview: () => void
  onUndoAll: () => void
}

/** Counts the vocabulary's corrections; leads to them and to its questions. */
export function VocabularyLine({ fixed, asks, isOnly, onOnly, onReview, onUndoAll }: Props) {
  if (fixed === 0 && asks === 0) return null
  const { label, onlyAsks } = vocabularyLineTexts
  return (
    <div className={`${classes.vocabulary} num no-print`} role="group" aria-label={label}>
      <BookOpenCheck size={16} aria-hidden />
      {fixed > 0 && (
        <span>
          <button type="button" aria-pressed={isOnly} onClick={() => onOnly(!isOnly)}>
            {vocabularyLineTexts.fixed(fixed)}
          </button>
          {asks > 0 && ','}
        </span>
      )}
      {asks > 0 && (
        <button type="button" onClick={onReview}>
          {fixed > 0 ? vocabularyLineTexts.asks(asks) : onlyAsks(asks)}
        </button>
      )}
      {fixed > 0 && <LineMenu {...{ isOnly, onOnly, onUndoAll }} />}
    </div>
  )
}

function LineMenu({ isOnly, onOnly, onUndoAll }: Pick<Props, 'isOnly' | 'onOnly' | 'onUndoAll'>) {
  const { menu, only, all, undoAll } = vocabularyLineTexts
  return (
    <Menu position="bottom-start" radius="lg" shadow="lg">
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" aria-label={menu}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ListFilter size={16} aria-hidden />} onClick={() => onOnly(!isOnly)}>
          {isOnly ? all : only}
        </Menu.Item>
        <Menu.Item leftSection={<Undo2 size={16} aria-hidden />} onClick={onUndoAll}>
          {undoAll}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
