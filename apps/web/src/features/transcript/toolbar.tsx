import { filePageTexts, toolbarTexts } from '@doslovno/texts/file-page.ts'
import { textViewTexts } from '@doslovno/texts/voices.ts'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { BrushCleaning, ChevronDown, ChevronUp, LocateFixed, Search, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

import type { Find } from './find/use-find.ts'
import type { TextView } from './reader/use-text-view.ts'

import classes from './toolbar.module.css'

type Props = {
  ref: Ref<HTMLDivElement>
  find: Find
  hasKey: boolean
  /** Scrolls to the current speech; absent without a recording. */
  onFollow: (() => void) | undefined
  /** Tools of other features; absent for readers. */
  tools: ReactNode
  /** Whether there are more speakers than fit beside labelled tools. */
  hasMany: boolean
  /** Names the speakers; absent for readers and for a single one. */
  names: ReactNode
  /** Chooses the text and its size. */
  view: ReactNode
  /** Has a line of its own, so that nothing moves when it appears. */
  status: ReactNode
  /** The speaker chips, if there are several speakers. */
  children: ReactNode
}

/** The tools that stay above a long text. */
export function Toolbar({ ref, find, hasKey, hasMany, onFollow, tools, names, view, status, children }: Props) {
  return (
    <div
      ref={ref}
      className={`${classes.toolbar} no-print`}
      role="group"
      aria-label={toolbarTexts.label}
      data-crowded={tools !== undefined || undefined}
      data-many={hasMany || undefined}
    >
      {children}
      <div className={classes.tools} data-finding={find.isOpen || undefined}>
        {names}
        {tools}
        <FindField find={find} hasKey={hasKey} />
        {/* A small screen, or one with further tools, has no room for the field until it is opened. */}
        <ActionIcon className={classes.openFind} variant="default" aria-label={toolbarTexts.find} onClick={find.open}>
          <Search size={17} />
        </ActionIcon>
        {view}
        {onFollow && (
          <Tooltip label={filePageTexts.toCurrent}>
            <ActionIcon
              className={classes.spare}
              variant="default"
              aria-label={filePageTexts.toCurrent}
              onClick={onFollow}
            >
              <LocateFixed size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {status && <div className={classes.status}>{status}</div>}
    </div>
  )
}

/** `hasKey`: whether its shortcut is enabled. */
type FindFieldProps = { find: Find; hasKey: boolean }

/** Finds words in the text: Enter goes forward, Shift+Enter back, Escape closes. */
function FindField({ find, hasKey }: FindFieldProps) {
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

/** Switches between every word and only what is worth reading. */
export function ViewSwitch({ view, canChoose, choose }: TextView) {
  if (!canChoose) return null
  const isClean = view === 'clean'
  return (
    <Tooltip label={isClean ? textViewTexts.back : textViewTexts.show}>
      <Button
        className={classes.view}
        variant="default"
        size="sm"
        aria-pressed={isClean}
        onClick={() => choose(isClean ? 'verbatim' : 'clean')}
      >
        <BrushCleaning size={17} aria-hidden />
        <span className="visually-hidden">{textViewTexts.clean}</span>
        <span className={classes.viewText} aria-hidden>
          {textViewTexts.clean}
        </span>
      </Button>
    </Tooltip>
  )
}

/** Says that words are hidden, and shows them again. */
export function CleanNote({ choose, canEdit }: Pick<TextView, 'choose'> & { canEdit: boolean }) {
  return (
    <p className={`${classes.cleanNote} no-print`}>
      <span>
        {textViewTexts.note} {canEdit && textViewTexts.noteForOwner}
      </span>{' '}
      <button type="button" onClick={() => choose('verbatim')}>
        {textViewTexts.back}
      </button>
    </p>
  )
}
