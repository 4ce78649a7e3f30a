import type { Introduction } from '@doslovno/domain/speakers/introductions.ts'
import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { type CSSProperties, use, useRef, useState } from 'react'

import { NameOffer } from './name-offer.tsx'
import { type Naming, NamingContext } from './naming.ts'
import { speakerColour } from './speakers.ts'

import classes from './names.module.css'

const MOST_OFFERS = 3

type Props = { onName: (speaker: number, name: string) => void }

/** Names heard in the talk, above its text. */
export function NameOffers({ onName }: Props) {
  const naming = use(NamingContext)
  return naming && <Offers naming={naming} onName={onName} />
}

function Offers({ naming, onName }: Props & { naming: Naming }) {
  const { scriptId, introductions, onPlay } = naming
  const [dismissed, setDismissed] = useState(() => recallDismissed(localStorage, scriptId))
  const [said, setSaid] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const offers = introductions.filter((one) => !dismissed.includes(offerKey(one))).slice(0, MOST_OFFERS)

  // The button that was pressed is gone, so the focus goes to what came of it.
  const leave = (text: string) => {
    setSaid(text)
    status.current?.focus({ preventScroll: true })
  }
  const accept = ({ speaker, name }: Introduction) => {
    onName(speaker, name)
    leave(speakerTexts.named(name))
  }
  const dismiss = (one: Introduction) => {
    const keys = [...dismissed, offerKey(one)]
    setDismissed(keys)
    rememberDismissed(localStorage, scriptId, keys)
    leave(speakerTexts.dismissed)
  }
  if (offers.length === 0 && said === '') return null
  return (
    <section className={`${classes.offers} no-print`} aria-label={speakerTexts.offers}>
      <p ref={status} role="status" tabIndex={-1} className="visually-hidden">
        {said}
      </p>
      {offers.map((one) => (
        <div
          key={offerKey(one)}
          className={classes.row}
          style={{ '--speaker': speakerColour(one.speaker) } as CSSProperties} // React has no type for custom properties
        >
          <NameOffer introduction={one} onPlay={onPlay} onAccept={() => accept(one)}>
            <Button size="xs" variant="subtle" onClick={() => dismiss(one)}>
              {speakerTexts.dismiss}
            </Button>
          </NameOffer>
        </div>
      ))}
    </section>
  )
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (scriptId: string) => `dismissedNames:${scriptId}`

const offerKey = ({ speaker, name }: Pick<Introduction, 'speaker' | 'name'>) => `${speaker} ${name}`

/** Offers of a file that were dismissed in this browser. */
function recallDismissed(memory: Memory, scriptId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(scriptId)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

function rememberDismissed(memory: Memory, scriptId: string, keys: readonly string[]) {
  memory.setItem(keyOf(scriptId), JSON.stringify(keys))
}
