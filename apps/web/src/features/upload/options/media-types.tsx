import { type MediaType, mediaTypes } from '@doslovno/domain/upload/options.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'
import { AudioLines, GraduationCap, type LucideIcon, MessagesSquare, Mic, Users } from 'lucide-react'

import classes from '#features/upload/upload.module.css'

const ICONS: Record<MediaType, LucideIcon> = {
  interview: Mic,
  lection: GraduationCap,
  talking: MessagesSquare,
  meeting: Users,
  other: AudioLines,
}

type Props = { value: MediaType | null; onChange: (value: MediaType) => void }

/** Radio tiles for the kind of recording. */
export function MediaTypes({ value, onChange }: Props) {
  return (
    <fieldset>
      <legend>{optionTexts.mediaType}</legend>
      <div className={classes.types}>
        {mediaTypes.map((type) => {
          const Icon = ICONS[type]
          return (
            <label key={type} className={classes.type}>
              <input
                type="radio"
                name="media-type"
                className="visually-hidden"
                checked={value === type}
                onChange={() => onChange(type)}
              />
              <Icon size={20} strokeWidth={1.8} aria-hidden />
              {optionTexts.mediaTypes[type]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
