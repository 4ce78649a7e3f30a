import type { ApiKeyView } from '@doslovno/contract/account/api-keys.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'

import { accessOf } from './access.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts
const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })

export function KeyFacts({ apiKey: { scopes, createdAt, lastUsedAt } }: { apiKey: ApiKeyView }) {
  const [now] = useState(() => new Date())
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.access}</dt>
        <dd>{texts.scopes[accessOf(scopes)]}</dd>
      </div>
      <div>
        <dt>{texts.createdAt}</dt>
        <dd>{dayLabel(createdAt, now)}</dd>
      </div>
      <div>
        <dt>{texts.lastUsedAt}</dt>
        <dd>{lastUsedAt ? `${dayLabel(lastUsedAt, now)}, ${timeOfDay.format(new Date(lastUsedAt))}` : texts.unused}</dd>
      </div>
    </dl>
  )
}
