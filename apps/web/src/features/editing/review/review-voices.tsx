import { reviewTexts } from '@doslovno/texts/editing.ts'
import type { CSSProperties } from 'react'

import { VoiceKey } from '#features/editing/field/voice-panel.tsx'
import { speakerColour } from '#lib/format/speaker-colour.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import type { Review } from './use-review.ts'

import classes from './review.module.css'

/** All speakers, for a place where another one begins; the present one is pressed. */
export function ReviewVoices({ review: { voices, speaker: present, give } }: { review: Review }) {
  if (voices.length === 0) return null
  return (
    <div className={classes.asked}>
      <p>{reviewTexts.voices}</p>
      <div className={classes.voices} role="group" aria-label={reviewTexts.voices}>
        {voices.map(({ speaker, name }, index) => (
          <button
            key={speaker}
            type="button"
            className={classes.voice}
            aria-pressed={speaker === present}
            style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
            onMouseDown={keepFocus}
            onClick={() => give(speaker)}
          >
            {name}
            <VoiceKey number={index + 1} />
          </button>
        ))}
      </div>
    </div>
  )
}
