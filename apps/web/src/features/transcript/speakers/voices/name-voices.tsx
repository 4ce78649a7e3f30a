import type { Script } from '@doslovno/contract/scripts.ts'
import { voicesTexts } from '@doslovno/texts/voices.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { UserRoundPen } from 'lucide-react'
import { lazy, Suspense } from 'react'

import type { Reading } from '#features/transcript/use-reading.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { remembered } from '#lib/remembered.ts'
import { useRemembered } from '#lib/use-remembered.ts'

import classes from './voices.module.css'

/** Whether this browser has already offered to name the voices of a file. */
const offeredIn = (scriptId: string) =>
  remembered(
    `voicesOffered:${scriptId}`,
    (stored) => stored !== null,
    () => '1',
  )

const VoicesPanel = lazy(async () => ({ default: (await import('./voices-panel.tsx')).VoicesPanel }))

const FEWEST = 2

type Props = { script: Script; reading: Reading; editing: EditingSlots }

/** Names all voices in one panel, which is offered once by itself. */
export function NameVoices({ script, reading, editing }: Props) {
  const { isNaming, setIsNaming, toolbar, transcript } = reading
  const [wasOffered, setWasOffered] = useRemembered(offeredIn(script.id))
  const unnamed = transcript.talks.filter(({ speaker }) => !hasName(script, speaker))
  const settle = () => setWasOffered(true)
  const close = () => {
    settle()
    setIsNaming(false)
    toolbar.current?.querySelector<HTMLElement>('[data-voices]')?.focus({ preventScroll: true })
  }
  return (
    <>
      {!wasOffered && !isNaming && unnamed.length >= FEWEST && (
        <section className={`${classes.offer} no-print`} aria-label={voicesTexts.offerLabel}>
          <p>{voicesTexts.offer(unnamed.length)}</p>
          <Button size="xs" onClick={() => setIsNaming(true)}>
            {voicesTexts.open}
          </Button>
          <Button size="xs" variant="subtle" onClick={settle}>
            {voicesTexts.dismiss}
          </Button>
        </section>
      )}
      {isNaming && (
        <Suspense>
          <VoicesPanel {...{ script, reading, editing }} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the panel at any time. */
export function VoicesButton({ reading: { setIsNaming } }: { reading: Reading }) {
  return (
    <Tooltip label={voicesTexts.open}>
      <ActionIcon variant="default" data-voices aria-label={voicesTexts.open} onClick={() => setIsNaming(true)}>
        <UserRoundPen size={17} />
      </ActionIcon>
    </Tooltip>
  )
}

function hasName({ speakerNames }: Script, speaker: number): boolean {
  return speakerNames.some(({ speakerId }) => speakerId === speaker)
}
