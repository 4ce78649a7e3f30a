import type { Introduction } from '@doslovno/domain/speakers/introductions.ts'
import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'

import type { PlayMoment } from '#lib/file-page/playback.ts'
import { IconAction } from '#ui/icon-action.tsx'
import { keepFocus } from '#ui/keep-focus.ts'

import classes from './names.module.css'

type Props = {
  introduction: Introduction
  onPlay: PlayMoment | undefined
  onAccept: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** Shows the quote of a name, to hear and to accept. */
export function NameOffer({ introduction, onPlay, onAccept, children }: Props) {
  const { name, quote, start, end } = introduction
  return (
    <div className={classes.offer}>
      {onPlay && (
        <IconAction icon={Play} label={speakerTexts.listen} subject={quote} onClick={() => onPlay({ start, end })} />
      )}
      <q className={classes.quote}>{quote}</q>
      <div className={classes.answers}>
        <Button size="xs" variant="default" onMouseDown={keepFocus} onClick={onAccept}>
          {speakerTexts.offer(name)}
        </Button>
        {children}
      </div>
    </div>
  )
}
