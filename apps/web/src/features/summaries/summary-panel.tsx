import type { Script } from '@doslovno/contract/scripts.ts'
import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import { speakerName } from '@doslovno/texts/speakers.ts'
import { summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'

import type { PlayMoment } from '#lib/file-page/listening.ts'
import { refreshDerived } from '#lib/queries/summaries.ts'

import { AskTab } from './ask/ask-tab.tsx'
import { useAsk } from './ask/use-ask.ts'
import type { PanelFile } from './panel-file.ts'
import { SummaryTab } from './summary/summary-tab.tsx'
import { TasksTab } from './tasks/tasks-tab.tsx'

import classes from './summaries.module.css'

type Props = {
  scriptId: string
  speakerNames: Script['speakerNames']
  speakers: number
  canEdit: boolean
  /** The version of the text: verdicts change with it. */
  version: number
  onPlay: PlayMoment
}

/** Summary, tasks, and answers to questions, each tied to its moment. */
export function SummaryPanel({ scriptId, speakerNames, speakers, canEdit, version, onPlay }: Props) {
  useCorrections(scriptId, version)
  const asking = useAsk(scriptId)
  const file: PanelFile = useMemo(
    () => ({
      scriptId,
      nameOf: (speaker) => speakerName({ speakerNames }, speaker),
      hasNames: speakers > 1,
      canEdit,
      play: onPlay,
    }),
    [scriptId, speakerNames, speakers, canEdit, onPlay],
  )
  return (
    <section className={classes.card} aria-label={summaryPanelTexts.label}>
      <h2 className="visually-hidden">{summaryPanelTexts.label}</h2>
      <Tabs defaultValue="about" variant="none" keepMounted={false} className={classes.tabs}>
        <TabList canAsk={canEdit} />
        {summaryTypes.map((type) => (
          <Tabs.Panel key={type} value={type} className={classes.body}>
            <SummaryTab file={file} type={type} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="tasks" className={classes.body}>
          <TasksTab file={file} />
        </Tabs.Panel>
        {canEdit && (
          <Tabs.Panel value="ask" className={classes.body}>
            <AskTab file={file} asking={asking} />
          </Tabs.Panel>
        )}
      </Tabs>
    </section>
  )
}

function TabList({ canAsk }: { canAsk: boolean }) {
  const { tabs, label, pro } = summaryPanelTexts
  return (
    <Tabs.List className={classes.tabList} aria-label={label}>
      <Tab value="about">{tabs.about}</Tab>
      <Tab value="summary">{tabs.summary}</Tab>
      <Tab value="theses">
        {tabs.theses} <span className={classes.pro}>{pro}</span>
      </Tab>
      <Tab value="tasks">{tabs.tasks}</Tab>
      {canAsk && <Tab value="ask">{tabs.ask}</Tab>}
    </Tabs.List>
  )
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Tab value={value} className={classes.tab}>
      {children}
    </Tabs.Tab>
  )
}

/** A run of corrections is checked once, at its end. */
const PAUSE_MS = 1500

/** Loads the verdicts again after the text was corrected. */
function useCorrections(scriptId: string, version: number) {
  const queries = useQueryClient()
  const known = useRef(version)
  useEffect(() => {
    if (known.current === version) return undefined
    const timer = setTimeout(() => {
      known.current = version
      refreshDerived(queries, scriptId)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [queries, scriptId, version])
}
