import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { evidenceTexts, taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Ear } from 'lucide-react'
import { useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { CopyIcon, Empty, LoadFailed, Loading } from '#features/summaries/parts.tsx'
import { Speakers } from '#features/summaries/statements/speakers.tsx'
import { PlayButton } from '#features/summaries/statements/statement-view.tsx'
import { actionItemsQuery } from '#lib/queries/summaries.ts'

import { dueOf } from './due.ts'
import { groupsOf, type TaskGroup } from './groups.ts'
import { NotReady } from './not-ready.tsx'
import { tasksText } from './tasks-text.ts'
import { useTick } from './use-tick.ts'

import classes from '#features/summaries/summaries.module.css'

/** Tasks and decisions heard in the recording. */
export function TasksTab({ file }: { file: PanelFile }) {
  const { data, isError, refetch } = useQuery(actionItemsQuery(file.scriptId))
  if (!data) return isError ? <LoadFailed onRetry={() => void refetch()} /> : <Loading label={taskTexts.loading} />
  const groups = groupsOf(data.data)
  if (groups.length > 0) return <Groups groups={groups} file={file} />
  return data.isReady ? <Empty {...taskTexts.empty} /> : <NotReady file={file} />
}

function Groups({ groups, file }: { groups: readonly TaskGroup[]; file: PanelFile }) {
  const tick = useTick(file.scriptId)
  const [played, setPlayed] = useState<string>()
  const play = (item: ActionItem) => {
    setPlayed(item.id)
    file.play(item)
  }
  return groups.map(({ kind, title, items }, index) => (
    <div key={kind} className={classes.section}>
      <div className={classes.top}>
        <h3>{title}</h3>
        {index === 0 && <CopyIcon label={taskTexts.copy} textOf={() => tasksText(groups, file)} />}
      </div>
      {kind === 'candidate' && <p className={classes.note}>{taskTexts.candidatesHint}</p>}
      <ul className={classes.list}>
        {items.map((item) => (
          <Item
            key={item.id}
            {...{ item, file }}
            isPlayed={item.id === played}
            onPlay={() => play(item)}
            onTick={file.canEdit && kind !== 'decision' ? (isDone) => tick({ item, isDone }) : undefined}
          />
        ))}
      </ul>
    </div>
  ))
}

type ItemProps = {
  item: ActionItem
  file: PanelFile
  isPlayed: boolean
  onPlay: () => void
  /** Absent for readers and for decisions. */
  onTick: ((isDone: boolean) => void) | undefined
}

function Item({ item, file, isPlayed, onPlay, onTick }: ItemProps) {
  const { text, start, who, check, isDone } = item
  const due = dueOf(item)
  return (
    <li
      className={classes.item}
      data-check={check}
      data-done={isDone || undefined}
      data-played={isPlayed || undefined}
      data-tick={onTick ? true : undefined}
    >
      {onTick && (
        <Checkbox
          className={classes.tick}
          checked={isDone}
          aria-label={taskTexts.done(text)}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      )}
      <PlayButton {...{ start, text, isPlayed, onPlay }} />
      <div className={classes.meta}>
        <Speakers who={who} file={file} />
        {due && (
          <span className={classes.due}>
            <CalendarClock size={14} aria-hidden />
            {due}
          </span>
        )}
        {check === 'unsure' && (
          <span className={classes.doubt}>
            <Ear size={14} aria-hidden />
            {evidenceTexts.unsure}
          </span>
        )}
      </div>
    </li>
  )
}
