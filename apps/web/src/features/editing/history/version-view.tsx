import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Version } from '@doslovno/domain/history/versions.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button } from '@mantine/core'
import { RotateCcw, Tag } from 'lucide-react'
import { useState } from 'react'

import { TextDiff } from './text-diff.tsx'
import { VersionName } from './version-name.tsx'
import { authorOf, momentOf } from './version-title.ts'

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
