import { addPasskey, startPasskey } from '@doslovno/contract/account/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { makePasskey } from '#lib/passkeys/passkeys.ts'
import { showToast } from '#ui/toast.ts'

import { Dialog } from './dialog.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import type { Factors } from './query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadFactors } from './use-reload-factors.ts'

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
