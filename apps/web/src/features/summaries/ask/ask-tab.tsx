import type { Moment } from '@doslovno/contract/summaries.ts'
import { askTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Button, Loader, Textarea } from '@mantine/core'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { Speakers } from '#features/summaries/statements/speakers.tsx'
import { StatementList } from '#features/summaries/statements/statement-list.tsx'
import { PlayButton } from '#features/summaries/statements/statement-view.tsx'
import type { ScriptAnswer } from '#lib/queries/summaries.ts'

import type { Asking } from './use-ask.ts'

import classes from '#features/summaries/summaries.module.css'

const LONGEST = 300

type Props = { file: PanelFile; asking: Asking }

/** A question to the recording, and what the recording says about it. */
export function AskTab({ file, asking }: Props) {
  const { answer, isAsking, problem } = asking
  return (
    <>
      <Question asking={asking} />
      <div aria-live="polite" aria-busy={isAsking}>
        {isAsking && (
          <p className={classes.asking}>
            <Loader size={16} aria-hidden /> {askTexts.asking}
          </p>
        )}
        {!isAsking && problem && <p className={classes.problem}>{problem}</p>}
        {!isAsking && !problem && answer && <Answer answer={answer} file={file} />}
      </div>
    </>
  )
}

/** Enter asks, as in a chat; Shift adds a line. */
function Question({ asking: { question, setQuestion, ask, isAsking } }: { asking: Asking }) {
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
      <Button type="submit" variant="default" aria-busy={isAsking}>
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
          <h3>{isFound ? askTexts.moments : askTexts.nearest}</h3>
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
