import { filePageTexts, toolbarTexts } from '@doslovno/texts/file-page.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { LocateFixed, Search } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

import { FindField } from './find/find-field.tsx'
import type { Find } from './find/use-find.ts'

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
