import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import type { Find } from './use-find.ts'

import classes from '#features/transcript/toolbar.module.css'

/** `hasKey`: whether its shortcut is enabled. */
type Props = { find: Find; hasKey: boolean }

/** Finds words in the text: Enter goes forward, Shift+Enter back, Escape closes. */
export function FindField({ find, hasKey }: Props) {
  const { input, query, setQuery, total, at, go, close } = find
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const isEmpty = query === ''
  return (
    <div className={classes.find} role="search">
      <TextInput
        ref={input}
        size="sm"
        placeholder={toolbarTexts.find}
        aria-label={toolbarTexts.find}
        leftSection={<Search size={16} aria-hidden />}
        rightSectionWidth={isEmpty ? 40 : 142}
        rightSection={isEmpty ? hasKey && <kbd aria-hidden>{toolbarTexts.findKey}</kbd> : <Hits find={find} />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {announcementOf(total, at)}
      </span>
    </div>
  )
}

/** The announcement for screen readers. */
function announcementOf(total: number | undefined, at: number): string {
  if (total === undefined) return ''
  return total === 0 ? toolbarTexts.nothing : toolbarTexts.placeNews(at + 1, total)
}

function Hits({ find: { total, at, go, close } }: { find: Find }) {
  const hasHits = total !== undefined && total > 0
  return (
    <div className={classes.hits}>
      {total !== undefined && (
        <small className="num" aria-hidden>
          {total === 0 ? toolbarTexts.nothing : toolbarTexts.place(at + 1, total)}
        </small>
      )}
      {hasHits && (
        <>
          <ActionIcon size={26} aria-label={toolbarTexts.previous} onClick={() => go(-1)}>
            <ChevronUp size={16} />
          </ActionIcon>
          <ActionIcon size={26} aria-label={toolbarTexts.next} onClick={() => go(1)}>
            <ChevronDown size={16} />
          </ActionIcon>
        </>
      )}
      <ActionIcon size={26} aria-label={toolbarTexts.close} onClick={close}>
        <X size={15} />
      </ActionIcon>
    </div>
  )
}
