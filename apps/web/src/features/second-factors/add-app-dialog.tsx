import { startTotp } from '@doslovno/contract/second-factors.ts'
import { secondFactorTexts as texts } from '@doslovno/texts/account/second-factor-section.ts'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { showToast } from '#ui/toast.ts'

import { AppSetUp } from './app-set-up.tsx'
import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import type { Factors } from './query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadFactors } from './use-reload-factors.ts'

type Step = { name: 'proof' } | { name: 'scan'; secret: string; url: string } | { name: 'codes'; codes: string[] }

type Props = { opened: boolean; factors: Factors; onClose: () => void }

/** Sets an authenticator app up: a proof, the QR code and the first code, then the recovery codes. */
export function AddAppDialog({ opened, factors, onClose }: Props) {
  const reload = useReloadFactors()
  const [step, setStep] = useState<Step>({ name: 'proof' })
  const close = () => {
    onClose()
    setStep({ name: 'proof' })
  }
  const onConfirmed = async (codes: string[]) => {
    if (codes.length > 0) setStep({ name: 'codes', codes })
    else close()
    showToast(texts.app.added)
    await reload()
  }
  const isFinal = step.name === 'codes'
  return (
    <Dialog opened={opened} title={isFinal ? texts.codes.title : texts.setUp.title} onClose={close} isFinal={isFinal}>
      {step.name === 'proof' && (
        <ProofForm
          factors={factors}
          text={texts.app.text}
          submit={texts.proof.next}
          onProof={async (body) => setStep({ name: 'scan', ...(await call(startTotp, { body })) })}
        />
      )}
      {step.name === 'scan' && <AppSetUp secret={step.secret} url={step.url} onConfirmed={onConfirmed} />}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onSaved={close} />}
    </Dialog>
  )
}
