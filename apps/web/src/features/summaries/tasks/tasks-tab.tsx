import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'
import { evidenceTexts, makingTexts, taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Ear } from 'lucide-react'
import { useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { CopyIcon, Empty, LoadFailed, Loading } from '#features/summaries/parts.tsx'
import { PlayButton, Speakers } from '#features/summaries/statements/statement-view.tsx'
import { MakeButton, useEnding, useMaking } from '#features/summaries/summary/make-button.tsx'
import { shortDate } from '#lib/format/day.ts'
import { clock } from '#lib/format/time.ts'
import { actionItemsQuery, summaryQuery, tickActionItem } from '#lib/queries/summaries.ts'
import { showToast } from '#ui/toast.ts'

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

/** Tasks are found when a summary is made: of a file without one they are not on their way. */
function NotReady({ file: { scriptId } }: { file: PanelFile }) {
  const { data: summary } = useQuery(summaryQuery(scriptId, 'summary'))
  const making = useMaking(scriptId, 'summary')
  useEnding(scriptId, summary?.status)
  const isMissing = summary?.status === 'missing' || summary?.status === 'error'
  if (!isMissing) return <Loading label={taskTexts.loading} />
  return (
    <Empty title={taskTexts.later}>
      {summary.canMake && <MakeButton type="summary" making={making} label={makingTexts.make.summary} />}
    </Empty>
  )
}

type Names = Pick<PanelFile, 'nameOf' | 'hasNames'>

/** Tasks and decisions as a list for the clipboard. */
function tasksText(groups: readonly TaskGroup[], names: Names): string {
  return groups.map(({ title, items }) => [title, ...items.map((item) => lineOf(item, names))].join('\n')).join('\n\n')
}

function lineOf(item: ActionItem, { nameOf, hasNames }: Names): string {
  const source = [...(hasNames ? item.who.map(nameOf) : []), dueOf(item), clock(item.start)].filter(Boolean)
  const line = `${boxOf(item)} ${item.text} (${source.join(', ')})`
  return item.check === 'unsure' ? `${line} ${UNCONFIRMED}` : line
}

function boxOf({ kind, isDone }: ActionItem): string {
  if (kind === 'decision') return '•'
  return isDone ? '☑' : '☐'
}

/** The deadline as spoken, with its date if it is known. */
function dueOf({ due }: Pick<ActionItem, 'due'>): string | undefined {
  return due ? taskTexts.due(due.text, due.date === null ? undefined : shortDate(due.date)) : undefined
}

type TaskGroup = { kind: ActionItem['kind']; title: string; items: readonly ActionItem[] }

const titles = [
  { kind: 'task', title: taskTexts.tasks },
  { kind: 'candidate', title: taskTexts.candidates },
  { kind: 'decision', title: taskTexts.decisions },
] as const

/** Tasks first, then what only sounds like them, decisions apart; nothing that the recording contradicts. */
function groupsOf(items: readonly ActionItem[]): TaskGroup[] {
  const shown = items.filter(({ check }) => check !== 'dropped')
  return titles
    .map(({ kind, title }) => ({ kind, title, items: shown.filter((item) => item.kind === kind) }))
    .filter((group) => group.items.length > 0)
}

const SHOWN_MS = 3000

type Tick = { item: ActionItem; isDone: boolean }

/** Ticks a task at once, and takes the tick back if the server does not keep it. */
function useTick(scriptId: string): (tick: Tick) => void {
  const queries = useQueryClient()
  const { queryKey } = actionItemsQuery(scriptId)
  const show = ({ item: { id }, isDone }: Tick) =>
    queries.setQueryData(
      queryKey,
      (list) => list && { ...list, data: list.data.map((item) => (item.id === id ? { ...item, isDone } : item)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ item, isDone }: Tick) => tickActionItem(scriptId, item.id, isDone),
    onMutate: async (tick) => {
      await queries.cancelQueries({ queryKey })
      show(tick)
    },
    onError: (_error, { item, isDone }) => {
      show({ item, isDone: !isDone })
      showToast(taskTexts.failed, SHOWN_MS)
    },
  })
  return mutate
}
