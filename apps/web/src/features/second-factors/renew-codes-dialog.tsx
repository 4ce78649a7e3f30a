import { renewRecoveryCodes } from '@doslovno/contract/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'

import { Dialog } from './dialog.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import type { Factors } from './query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadFactors } from './use-reload-factors.ts'

const texts = secondFactorTexts.codes

type Props = { opened: boolean; factors: Factors; onClose: () => void }

export function RenewCodesDialog({ opened, factors, onClose }: Props) {
  const reload = useReloadFactors()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    onClose()
    setCodes(undefined)
  }
  const renew = async (body: Proof) => {
    setCodes((await call(renewRecoveryCodes, { body })).recoveryCodes)
    await reload()
  }
  return (
    <Dialog opened={opened} title={texts.renewTitle} onClose={close} isFinal={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={close} />
      ) : (
        <ProofForm factors={factors} text={texts.renewText} submit={texts.renew} onProof={renew} />
      )}
    </Dialog>
  )
}
