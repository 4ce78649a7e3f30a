import type { Script } from '@doslovno/contract/scripts.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { voiceSamples } from '@doslovno/domain/speakers/voice-sample.ts'
import { voicesTexts } from '@doslovno/texts/voices.ts'
import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { playStretch } from '#features/transcript/player/play-stretch.ts'
import { byShare } from '#features/transcript/speakers/speakers.ts'
import type { Reading } from '#features/transcript/use-reading.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { SHEET_SCREEN } from '#ui/screens.ts'

import { VoiceCard } from './voice-card.tsx'

import sheet from '#features/transcript/transcript.module.css'
import classes from './voices.module.css'

type Props = { script: Script; reading: Reading; editing: EditingSlots; onClose: () => void }

/** The last change, and whether one press takes it back. */
type News = { text: string; canUndo: boolean }

/** A card per voice: listen, name, or say that it is the same as another. */
export function VoicesPanel({ script, reading, editing, onClose }: Props) {
  const { transcript, player } = reading
  const isSheet = useMediaQuery(SHEET_SCREEN, undefined, { getInitialValueInEffect: false })
  const cards = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const [news, setNews] = useState<News>()
  const [active, setActive] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const samples = useMemo(() => voiceSamples(script.script), [script.script])
  const sound = useSamples(reading)
  // Cards stay in their places while shares change.
  const [order] = useState(() => byShare(transcript.talks).map(({ speaker }) => speaker))
  const voices = order.flatMap((speaker) => transcript.talks.find((talk) => talk.speaker === speaker) ?? [])
  const named = new Map(script.speakerNames.map(({ speakerId, name }) => [speakerId, name]))
  const firstUnnamed = voices.find(({ speaker }) => !named.has(speaker)) ?? voices[0]

  const listen = (speaker: number) => {
    const sample = samples.get(speaker)
    if (sound.playing === speaker) sound.end()
    else if (sample) sound.play(speaker, sample)
  }
  const focus = (speaker: number) =>
    cards.current?.querySelector<HTMLInputElement>(`[data-voice="${speaker}"] input`)?.focus()
  const goOn = (speaker: number) => {
    const next = voices[voices.findIndex((voice) => voice.speaker === speaker) + 1]
    if (!next) return done.current?.focus()
    focus(next.speaker)
    if (sound.hasListened()) listen(next.speaker)
    return undefined
  }
  const name = (speaker: number, given: string) => {
    editing.onNameSpeaker(speaker, given)
    setNews({ text: voicesTexts.named(given), canUndo: false })
  }
  const merge = (from: number, into: number) => {
    sound.end()
    editing.onMergeSpeakers(from, into)
    setNews({ text: voicesTexts.merged(transcript.nameOf(from), transcript.nameOf(into)), canUndo: true })
    focus(into)
  }
  const undo = () => {
    editing.onUndo()
    setNews({ text: voicesTexts.undone, canUndo: false })
    done.current?.focus()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={voicesTexts.title}
      size={640}
      closeButtonProps={{ 'aria-label': voicesTexts.close }}
      classNames={isSheet ? { inner: sheet.sheetPlace, content: sheet.sheet } : { content: classes.dialog }}
    >
      <p className={classes.lead}>{voicesTexts.lead}</p>
      <div ref={cards} className={classes.cards} role="group" aria-label={voicesTexts.cards}>
        {voices.map(({ speaker, percent }) => (
          <VoiceCard
            key={speaker}
            speaker={speaker}
            percent={percent}
            given={named.get(speaker)}
            sample={samples.get(speaker)}
            isFirst={speaker === firstUnnamed?.speaker}
            isActive={speaker === active}
            onActive={() => setActive(speaker)}
            isPlaying={sound.playing === speaker}
            onListen={player && (() => listen(speaker))}
            onName={(given) => name(speaker, given)}
            onNext={() => goOn(speaker)}
            others={voices.filter((other) => other.speaker !== speaker)}
            nameOf={transcript.nameOf}
            onSame={(into) => merge(speaker, into)}
            drag={{ dragged, onDrag: setDragged, onDrop: merge }}
          />
        ))}
      </div>
      <div className={classes.foot}>
        <p role="status">
          {news?.text ?? voicesTexts.progress(voices.filter(({ speaker }) => named.has(speaker)).length, voices.length)}
        </p>
        {news?.canUndo && (
          <Button size="xs" variant="subtle" onClick={undo}>
            {voicesTexts.undo}
          </Button>
        )}
        <Button ref={done} onClick={onClose}>
          {voicesTexts.done}
        </Button>
      </div>
    </Modal>
  )
}

/** Plays samples of voices. The recording returns to its place when the panel closes. */
function useSamples({ player, sync }: Pick<Reading, 'player' | 'sync'>) {
  const [playing, setPlaying] = useState<number>()
  const stop = useRef<() => void>(undefined)
  const cameFrom = useRef<{ seconds: number; isFollowing: boolean }>(undefined)

  const end = () => {
    stop.current?.()
    stop.current = undefined
    setPlaying(undefined)
  }
  const play = (speaker: number, sample: Span) => {
    if (!player) return
    end()
    cameFrom.current ??= { seconds: player.seconds, isFollowing: sync.isFollowing }
    // The text behind the panel stays where it is.
    sync.leave()
    setPlaying(speaker)
    stop.current = playStretch(player, sample, end)
  }
  const goBack = useEffectEvent(() => {
    stop.current?.()
    const from = cameFrom.current
    if (!from) return
    player?.seek(from.seconds)
    if (from.isFollowing) sync.follow()
  })
  useEffect(() => () => goBack(), [])

  return { playing, play, end, hasListened: () => cameFrom.current !== undefined }
}
