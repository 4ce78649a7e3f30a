import type { Version } from '@doslovno/domain/history/versions.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { twoDigits } from '#lib/format/time.ts'
import { session } from '#lib/session/current.ts'

import classes from './history.module.css'

/** The recognised text is no version of the history: it has no edit. */
export const RECOGNISED = 0

type Props = {
  versions: readonly Version[]
  /** The version of the text on the page. */
  now: number
  chosen: number | undefined
  onChoose: (version: number) => void
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

export function VersionList({ versions, now, chosen, onChoose, onMore, isLoadingMore }: Props) {
  const row = (version: number, content: ReactNode) => (
    <li key={version}>
      <button
        type="button"
        className={classes.version}
        aria-current={version === chosen || undefined}
        onClick={() => onChoose(version)}
      >
        {content}
      </button>
    </li>
  )
  return (
    <div className={classes.list}>
      <ul aria-label={texts.list}>
        {versions.map((version) => row(version.version, <Title version={version} isNow={version.version === now} />))}
        {!onMore &&
          row(
            RECOGNISED,
            <>
              <strong>{texts.recognised}</strong>
              <small>{texts.recognisedHint}</small>
            </>,
          )}
      </ul>
      {onMore && (
        <Button variant="default" fullWidth loading={isLoadingMore} onClick={onMore}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}

function Title({ version, isNow }: { version: Version; isNow: boolean }) {
  const moment = momentOf(version)
  return (
    <>
      <strong>
        {version.name ?? moment}
        {isNow && <span className={classes.now}>{texts.now}</span>}
      </strong>
      {version.name !== null && <small>{moment}</small>}
      <small>{authorOf(version)}</small>
      <small className="num">{texts.changed(version.changedWords)}</small>
    </>
  )
}

/** Day and time of a version. */
export function momentOf({ editedAt }: Version): string {
  const at = new Date(editedAt)
  return texts.moment(dayLabel(editedAt, new Date()), `${at.getHours()}:${twoDigits(at.getMinutes())}`)
}

/** The owner, or what has changed the text for the owner. */
export function authorOf({ source }: Version): string {
  const user = session.lastUser()
  return texts.author(source, `${user?.name ?? ''} ${user?.surname ?? ''}`.trim())
}
