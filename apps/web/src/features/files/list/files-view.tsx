import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { filesTexts, sortTexts } from '@doslovno/texts/files.ts'
import { selectTexts } from '@doslovno/texts/folders.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent } from 'react'

import { hasMatch, MatchLink } from '#features/files/search/match-link.tsx'
import { Pick, SelectionBar } from '#features/files/select/selection-bar.tsx'
import { groupByDay } from '#lib/format/day.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { FileNote, StatusBadge, TypeIcon } from './file-cells.tsx'
import { FilesTable } from './files-table.tsx'
import type { ListView, RowsProps } from './list-view.ts'

import classes from '#features/files/files.module.css'

/** A table, or cards on a phone, and what can be done with the selected files. */
export function FilesView(props: RowsProps) {
  const { scripts, view } = props
  const { selection } = view
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  const among = scripts.map(({ id }) => id)
  const selected = scripts.filter(({ id }) => selection.ids.has(id))
  const selectAll = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyA') return
    event.preventDefault()
    selection.take(among)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the rows in it
    <div onKeyDown={selectAll}>
      {(selected.length > 0 || selection.isOn) && (
        <SelectionBar selection={selection} count={selected.length} among={among}>
          {view.bulkOf(selected)}
        </SelectionBar>
      )}
      {isSmall && (
        <div className={classes.tools}>
          <SortMenu sort={view.sort} onChange={view.onSort} />
          {!selection.isOn && (
            <Button variant="subtle" onClick={selection.start}>
              {selectTexts.start}
            </Button>
          )}
        </div>
      )}
      {isSmall ? <FileCards {...props} /> : <FilesTable {...props} />}
    </div>
  )
}

const choices = sorts.map((sort) => ({ value: sort, label: sortTexts[sort] }))

/** Sorts the cards; a table sorts by its heads. */
function SortMenu({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  return (
    <NativeSelect
      className={classes.sort}
      aria-label={filesTexts.sort}
      data={choices}
      value={sort}
      onChange={({ currentTarget }) => onChange(sorts.find((one) => one === currentTarget.value) ?? sorts[0])}
    />
  )
}

/** The list for phones: cards under the days of their uploads. */
function FileCards({ scripts, view, now, search }: RowsProps) {
  const among = scripts.map(({ id }) => id)
  return (
    <div className={classes.cards}>
      {groupByDay(scripts, ({ uploadAt }) => uploadAt, now).map(({ day, items }) => (
        <section key={items[0]?.id} className={classes.cards}>
          <h2 className={classes.day}>{day}</h2>
          {items.map((script) => (
            <FileCard key={script.id} script={script} search={search} view={view} among={among} />
          ))}
        </section>
      ))}
    </div>
  )
}

type CardProps = { script: ScriptSummary; search: string | undefined; view: ListView; among: readonly string[] }

/** While cards are selected, a tap anywhere on one selects it. */
function FileCard({ script, search, view, among }: CardProps) {
  const { selection, actionsOf, folderNameOf } = view
  const select = (event: MouseEvent) => {
    if (!selection.isOn || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(script.id, among)
  }
  const meta = [script.duration !== null && clock(script.duration), fileSize(script.fileSize), folderNameOf(script)]
  return (
    <article
      className={classes.card}
      data-expired={script.isExpired || undefined}
      data-picked={selection.ids.has(script.id) || undefined}
      onClickCapture={select}
    >
      {selection.isOn ? <Pick script={script} among={among} selection={selection} /> : <TypeIcon type={script.type} />}
      <div className={classes.cardBody}>
        <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.cardName}>
          {script.fileName}
        </Link>
        <p className={`${classes.cardMeta} num`}>{meta.filter(Boolean).join(' · ')}</p>
        {hasMatch(script, search) ? <MatchLink script={script} search={search} /> : <FileNote script={script} />}
        <div className={classes.cardFoot}>
          <StatusBadge script={script} />
          {!selection.isOn && <div className={classes.actions}>{actionsOf(script)}</div>}
        </div>
      </div>
    </article>
  )
}
