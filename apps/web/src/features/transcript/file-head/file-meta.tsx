import type { Script } from '@doslovno/contract/scripts.ts'
import { metaTexts } from '@doslovno/texts/file-page.ts'
import { AudioLines, CalendarDays, Clock3, HardDrive, Languages, Scissors, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { languageName } from '#lib/format/language.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import classes from './file-head.module.css'

/** Facts about the recording in one line. */
export function FileMeta({ script, children }: { script: Script; children?: ReactNode }) {
  const [now] = useState(() => new Date())
  const { uploadAt, duration, fileSize: sizeBytes, speakers, language, processedSeconds } = script
  const facts = [
    { icon: CalendarDays, text: dayLabel(uploadAt, now) },
    duration !== null && { icon: Clock3, text: clock(duration) },
    { icon: HardDrive, text: fileSize(sizeBytes) },
    speakers > 0 && { icon: speakers === 1 ? AudioLines : Users, text: metaTexts.speakers(speakers) },
    language !== null && { icon: Languages, text: languageName(language) },
  ].filter((fact) => fact !== false)
  return (
    <div className={classes.facts}>
      <ul className={`${classes.meta} num`}>
        {facts.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={16} aria-hidden /> {text}
          </li>
        ))}
      </ul>
      {processedSeconds !== undefined && duration !== null && (
        <p className={`${classes.beginning} num`}>
          <Scissors size={15} aria-hidden /> {metaTexts.onlyBeginning(clock(processedSeconds), clock(duration))}
        </p>
      )}
      {children}
    </div>
  )
}
