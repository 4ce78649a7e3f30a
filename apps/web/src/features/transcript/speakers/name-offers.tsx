import type { Introduction } from '@doslovno/domain/speakers/introductions.ts'
import { speakerTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { type CSSProperties, use, useRef, useState } from 'react'

import { listOf, remembered } from '#lib/remembered.ts'
import { useRemembered } from '#lib/use-remembered.ts'

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
  const [dismissed, setDismissed] = useRemembered(dismissedIn(scriptId))
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
    setDismissed([...dismissed, offerKey(one)])
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

/** Offers of a file that were dismissed in this browser. */
const dismissedIn = (scriptId: string) => remembered(`dismissedNames:${scriptId}`, listOf)

const offerKey = ({ speaker, name }: Pick<Introduction, 'speaker' | 'name'>) => `${speaker} ${name}`
