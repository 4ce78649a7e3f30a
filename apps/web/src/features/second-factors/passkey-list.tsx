import type { Passkey } from '@doslovno/contract/account/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { Button } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { canUsePasskeys } from '#lib/passkeys/passkeys.ts'

import rows from '#ui/rows.module.css'
import classes from './second-factors.module.css'

const texts = secondFactorTexts.passkeys

type Props = { passkeys: readonly Passkey[]; onAdd: () => void; onRemove: (passkey: Passkey) => void }

export function PasskeyList({ passkeys, onAdd, onRemove }: Props) {
  const [now] = useState(() => new Date())
  const canAdd = canUsePasskeys()
  return (
    <div className={passkeys.length > 0 ? classes.passkeys : undefined}>
      <div className={classes.row}>
        <div className={rows.words}>
          <b>{texts.title}</b>
          <span>{canAdd ? texts.text : texts.unsupported}</span>
        </div>
        {canAdd && (
          <Button variant="default" onClick={onAdd}>
            {texts.add}
          </Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className={rows.list} aria-label={texts.title}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.item}>
              <KeyRound size={18} aria-hidden />
              <div className={rows.words}>
                <b>{passkey.name}</b>
                <span>{lifeOf(passkey, now)}</span>
              </div>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={texts.removeOf(passkey.name)}
                onClick={() => onRemove(passkey)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function lifeOf({ createdAt, lastUsedAt }: Passkey, now: Date): string {
  const used = lastUsedAt ? texts.used(dayLabel(lastUsedAt, now).toLowerCase()) : texts.unused
  return `${texts.made(dayLabel(createdAt, now).toLowerCase())} · ${used}`
}
