import type { Script } from '@doslovno/contract/scripts.ts'
import type { Moment } from '@doslovno/contract/summaries.ts'
import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import { askTexts, summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { Button, Loader, Tabs, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'

import type { PlayMoment } from '#lib/file-page/playback.ts'
import { refreshDerived, type ScriptAnswer } from '#lib/queries/summaries.ts'

import { type Asking, useAsk } from './ask/use-ask.ts'
import type { PanelFile } from './panel-file.ts'
import { PlayButton, Speakers, StatementList } from './statements/statement-view.tsx'
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

const LONGEST = 300

type AskTabProps = { file: PanelFile; asking: Asking }

/** Questions to the recording, and what the recording says about each. */
function AskTab({ file, asking }: AskTabProps) {
  return (
    <>
      <Conversation asking={asking} file={file} />
      <Question asking={asking} />
    </>
  )
}

/** The newest turn is the last, next to the field for another question, and is scrolled into view. */
function Conversation({ asking: { turns, asked, problem }, file }: AskTabProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (turns.length > 0 || asked) end.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [turns.length, asked])
  return (
    <div ref={end} role="log" aria-label={askTexts.log} aria-busy={asked !== undefined} className={classes.log}>
      {turns.map(({ question, answer }, n) => (
        <article key={n} className={classes.turn}>
          <h3 className={classes.asked}>{question}</h3>
          <Answer answer={answer} file={file} />
        </article>
      ))}
      {asked !== undefined && (
        <article className={classes.turn}>
          <h3 className={classes.asked}>{asked}</h3>
          <p className={classes.asking}>
            <Loader size={16} aria-hidden /> {askTexts.asking}
          </p>
        </article>
      )}
      {asked === undefined && problem && <p className={classes.problem}>{problem}</p>}
    </div>
  )
}

/** Enter asks, as in a chat; Shift adds a line. */
function Question({ asking: { question, setQuestion, ask, asked } }: { asking: Asking }) {
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault()
    ask()
  }
  return (
    <form className={classes.question} onSubmit={submit}>
      <Textarea
        label={askTexts.field}
        placeholder={askTexts.placeholder}
        description={askTexts.hint}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={5}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.shiftKey && submit(event)}
      />
      <Button type="submit" variant="default" aria-busy={asked !== undefined}>
        {askTexts.ask}
      </Button>
    </form>
  )
}

/** Without a model the moments themselves are the answer. */
function Answer({ answer, file }: { answer: ScriptAnswer; file: PanelFile }) {
  if (answer.answer.length > 0) return <StatementList statements={answer.answer} file={file} />
  const isFound = answer.engine === 'extract' && answer.moments.length > 0
  return (
    <>
      {!isFound && <p className={classes.emptyTitle}>{askTexts.nothing}</p>}
      {answer.moments.length > 0 && (
        <div className={classes.section}>
          <h4>{isFound ? askTexts.moments : askTexts.nearest}</h4>
          <Moments moments={answer.moments} file={file} />
        </div>
      )}
    </>
  )
}

function Moments({ moments, file }: { moments: readonly Moment[]; file: PanelFile }) {
  const [played, setPlayed] = useState<Moment>()
  return (
    <ul className={classes.list}>
      {moments.map((moment) => (
        <li key={moment.start} className={classes.item} data-played={moment === played || undefined}>
          <PlayButton
            start={moment.start}
            text={moment.text}
            isPlayed={moment === played}
            onPlay={() => {
              setPlayed(moment)
              file.play(moment)
            }}
          />
          {file.hasNames && (
            <div className={classes.meta}>
              <Speakers who={[moment.speaker]} file={file} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
