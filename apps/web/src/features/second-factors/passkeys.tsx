import { addPasskey, type Passkey, startPasskey } from '@doslovno/contract/account/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { Button, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { dayLabel } from '#lib/format/day.ts'
import { canUsePasskeys, makePasskey } from '#lib/passkeys/passkeys.ts'
import type { Proof } from '#lib/proof.ts'
import { showToast } from '#ui/toast.ts'

import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { type Factors, useReloadFactors } from './query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

import rows from '#ui/rows.module.css'
import classes from './second-factors.module.css'

const texts = secondFactorTexts.passkeys

type Props = { opened: boolean; factors: Factors; onClose: () => void }

/** Has the browser make a passkey; the first factor brings recovery codes. */
export function AddPasskeyDialog({ opened, factors, onClose }: Props) {
  const reload = useReloadFactors()
  const [name, setName] = useState<string>(texts.defaultName)
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    onClose()
    setCodes(undefined)
    setName(texts.defaultName)
  }
  const add = async (body: Proof) => {
    const { token, options } = await call(startPasskey, { body })
    const credential = await makePasskey(options)
    const given = name.trim() === '' ? texts.defaultName : name
    const { recoveryCodes } = await call(addPasskey, { body: { token, name: given, credential } })
    if (recoveryCodes) setCodes(recoveryCodes)
    else close()
    showToast(texts.added)
    await reload()
  }
  return (
    <Dialog
      opened={opened}
      title={codes ? secondFactorTexts.codes.title : texts.addTitle}
      onClose={close}
      isFinal={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={close} />
      ) : (
        <ProofForm factors={factors} text={texts.addText} submit={secondFactorTexts.proof.next} onProof={add}>
          <TextInput
            size="md"
            label={texts.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={100}
            autoComplete="off"
          />
        </ProofForm>
      )}
    </Dialog>
  )
}

type PasskeyListProps = { passkeys: readonly Passkey[]; onAdd: () => void; onRemove: (passkey: Passkey) => void }

export function PasskeyList({ passkeys, onAdd, onRemove }: PasskeyListProps) {
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
