import type { Moment } from '@doslovno/contract/summaries.ts'
import { askTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Button, Loader, Textarea } from '@mantine/core'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { Speakers } from '#features/summaries/statements/speakers.tsx'
import { StatementList } from '#features/summaries/statements/statement-list.tsx'
import { PlayButton } from '#features/summaries/statements/statement-view.tsx'
import type { ScriptAnswer } from '#lib/queries/summaries.ts'

import type { Asking } from './use-ask.ts'

import classes from '#features/summaries/summaries.module.css'

const LONGEST = 300

type Props = { file: PanelFile; asking: Asking }

/** Questions to the recording, and what the recording says about each. */
export function AskTab({ file, asking }: Props) {
  return (
    <>
      <Conversation asking={asking} file={file} />
      <Question asking={asking} />
    </>
  )
}

/** The newest turn is the last, next to the field for another question, and is scrolled into view. */
function Conversation({ asking: { turns, asked, problem }, file }: Props) {
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
