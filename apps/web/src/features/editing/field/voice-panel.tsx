import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Range } from '@doslovno/domain/transcript/segments.ts'
import { voiceTexts } from '@doslovno/texts/editing.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type SubmitEvent, useState } from 'react'

import { speakerColour } from '#lib/format/speaker-colour.ts'
import { digitOf } from '#lib/keys/digit-keys.ts'

import { type Scope, type Voice, voicesOf } from './voices.ts'

import classes from '#features/editing/editing.module.css'

const LONGEST_NAME = 100

const scopes = [
  { value: 'phrase', label: voiceTexts.phrase },
  { value: 'onwards', label: voiceTexts.onwards },
] as const satisfies readonly { value: Scope; label: string }[]

type Props = { transcript: Transcript; range: Range; onChoose: (scope: Scope, voice: Voice) => void }

/** Assigns a paragraph, or all that follow, to another speaker; or merges both speakers. */
export function VoicePanel({ transcript, range, onChoose }: Props) {
  const [scope, setScope] = useState<Scope>('phrase')
  const speaker = transcript.segments[range.at]?.speaker ?? 0
  const name = speakerName({ speakerNames: [...transcript.speakers] }, speaker)
  return (
    <div className={classes.panel}>
      <p className={classes.panelTitle}>{voiceTexts.title}</p>
      <SegmentedControl<Scope>
        fullWidth
        size="xs"
        data={[...scopes]}
        value={scope}
        onChange={setScope}
        aria-label={voiceTexts.where}
      />
      {scope === 'onwards' && <p className={classes.hint}>{voiceTexts.onwardsHint(name)}</p>}
      <VoiceList
        transcript={transcript}
        except={speaker}
        onChoose={(voice) => onChoose(scope, voice)}
        onMerge={(voice) => onChoose('everywhere', voice)}
      />
    </div>
  )
}

type ListProps = {
  transcript: Transcript
  except: number
  onChoose: (voice: Voice) => void
  /** Makes both one speaker; absent where only a paragraph is assigned. */
  onMerge?: (voice: Voice) => void
}

/** All other speakers, with the digits that choose them, and a field for a new one. */
export function VoiceList({ transcript, except, onChoose, onMerge }: ListProps) {
  const voices = voicesOf(transcript)
  const others = voices.filter((speaker) => speaker !== except)
  const nameOf = (speaker: number) => speakerName({ speakerNames: [...transcript.speakers] }, speaker)
  const onKeyDown = (event: KeyboardEvent) => {
    const speaker = voices[(digitOf(event) ?? 0) - 1]
    if (speaker === undefined || speaker === except) return
    event.preventDefault()
    onChoose({ speaker })
  }
  return (
    <>
      {others.length > 0 && (
        <div className={classes.voices} role="group" aria-label={voiceTexts.speakers}>
          {others.map((speaker) => (
            <div key={speaker} className={classes.voiceRow}>
              <button
                type="button"
                className={classes.voice}
                style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
                onClick={() => onChoose({ speaker })}
                onKeyDown={onKeyDown}
              >
                {nameOf(speaker)}
                <VoiceKey number={voices.indexOf(speaker) + 1} />
              </button>
              {onMerge && (
                <button
                  type="button"
                  className={classes.merge}
                  aria-label={voiceTexts.mergeLabel(nameOf(except), nameOf(speaker))}
                  title={voiceTexts.mergeLabel(nameOf(except), nameOf(speaker))}
                  onClick={() => onMerge({ speaker })}
                >
                  {voiceTexts.everywhere}
                </button>
              )}
            </div>
          ))}
        </div>
      )}
      <Newcomer onAdd={(name) => onChoose({ name })} />
    </>
  )
}

/** The digit key of a speaker, if it has one. */
export function VoiceKey({ number }: { number: number }) {
  return number <= 9 && <kbd aria-hidden>{number}</kbd>
}

function Newcomer({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const given = name.trim()
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    if (given !== '') onAdd(given)
  }
  return (
    <form className={classes.newcomer} onSubmit={add}>
      <TextInput
        label={voiceTexts.newcomer}
        placeholder={voiceTexts.newName}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={given === ''}>
        {voiceTexts.add}
      </Button>
    </form>
  )
}
