import { MAX_VERSION_NAME } from '@doslovno/contract/history.ts'
import { isSame } from '@doslovno/domain/editing/difference.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { type DiffPiece, diffText } from '@doslovno/domain/history/diff-text.ts'
import type { Version } from '@doslovno/domain/history/versions.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button, TextInput } from '@mantine/core'
import { RotateCcw, Tag } from 'lucide-react'
import { type SubmitEvent, useMemo, useState } from 'react'

import { clock } from '#lib/format/time.ts'

import { authorOf, momentOf } from './version-list.tsx'

import classes from './history.module.css'

type Props = {
  /** Absent for the recognised text. */
  version: Version | undefined
  transcript: Transcript
  now: Transcript
  isNow: boolean
  onRename: (version: number, name: string) => Promise<void>
  onRestore: () => void
  onShow: (seconds: number) => void
}

/** A version: what it is, how the text differs from it, and the way back to it. */
export function VersionView({ version, transcript, now, isNow, onRename, onRestore, onShow }: Props) {
  const [isNaming, setIsNaming] = useState(false)
  return (
    <section className={classes.view} aria-label={titleOf(version)}>
      <header className={classes.head}>
        <div>
          <h3>{titleOf(version)}</h3>
          <p>{version ? describe(version) : texts.recognisedHint}</p>
        </div>
        {version && !isNaming && (
          <Button variant="subtle" size="compact-sm" leftSection={<Tag size={14} />} onClick={() => setIsNaming(true)}>
            {version.name === null ? texts.name : texts.rename}
          </Button>
        )}
      </header>
      {version && isNaming && (
        <VersionName
          name={version.name ?? ''}
          onSave={(name) => onRename(version.version, name)}
          onDone={() => setIsNaming(false)}
        />
      )}
      <div className={classes.diff}>
        {isNow ? (
          <p className={classes.note}>{texts.isNow}</p>
        ) : (
          <TextDiff from={transcript} to={now} onShow={onShow} />
        )}
      </div>
      {!isNow && (
        <footer className={classes.foot}>
          <Button leftSection={<RotateCcw size={16} />} onClick={onRestore}>
            {texts.restore}
          </Button>
        </footer>
      )}
    </section>
  )
}

function titleOf(version: Version | undefined): string {
  if (!version) return texts.recognised
  return version.name ?? momentOf(version)
}

function describe(version: Version): string {
  return version.name === null ? authorOf(version) : `${momentOf(version)} · ${authorOf(version)}`
}

type VersionNameProps = { name: string; onSave: (name: string) => Promise<void>; onDone: () => void }

/** A short name for a version; an empty one removes it. */
function VersionName({ name, onSave, onDone }: VersionNameProps) {
  const [value, setValue] = useState(name)
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setState('saving')
    try {
      await onSave(value.trim())
      onDone()
    } catch {
      setState('failed')
    }
  }
  return (
    <form className={classes.nameForm} onSubmit={(event) => void save(event)}>
      <TextInput
        className={classes.nameField}
        label={texts.nameField}
        placeholder={texts.nameHint}
        maxLength={MAX_VERSION_NAME}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        error={state === 'failed' && texts.nameFailed}
        ref={focus}
      />
      <Button type="submit" loading={state === 'saving'}>
        {texts.save}
      </Button>
      <Button variant="default" onClick={onDone}>
        {texts.cancel}
      </Button>
    </form>
  )
}

function focus(field: HTMLInputElement | null) {
  field?.focus()
}

const SHOWN = 100

type TextDiffProps = { from: Transcript; to: Transcript; onShow: (seconds: number) => void }

/** The words that differ, with those around them. */
function TextDiff({ from, to, onShow }: TextDiffProps) {
  const [shown, setShown] = useState(SHOWN)
  const places = useMemo(() => diffText(from.segments, to.segments), [from, to])
  if (places.length === 0)
    return <p className={classes.note}>{isSame(from.segments, to.segments) ? texts.same : texts.sameWords}</p>
  const rest = places.length - shown
  return (
    <>
      <p className={classes.legend}>
        {texts.legend} <del>{texts.removed}</del> <ins>{texts.added}</ins>
        <span className="num"> · {texts.places(places.length)}</span>
      </p>
      <ol className={classes.places}>
        {places.slice(0, shown).map(({ start, pieces }, index) => (
          <li key={index}>
            <button
              type="button"
              className={`${classes.time} num`}
              aria-label={texts.show(clock(start))}
              onClick={() => onShow(start)}
            >
              {clock(start)}
            </button>
            <p>{pieces.map(Piece)}</p>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + SHOWN)}>
          {texts.morePlaces(Math.min(rest, SHOWN))}
        </Button>
      )}
    </>
  )
}

function Piece({ kind, text }: DiffPiece, index: number) {
  const Tag = kind === 'same' ? 'span' : kind === 'removed' ? 'del' : 'ins'
  return (
    <span key={index}>
      <Tag>{text}</Tag>{' '}
    </span>
  )
}
