import { type Passkey, removePasskey, removeTotp } from '@doslovno/contract/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'

import { call } from '#lib/api/current.ts'
import { showToast } from '#ui/toast.ts'

import { Dialog } from './dialog.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import type { Factors } from './query.ts'
import { useReloadFactors } from './use-reload-factors.ts'

const { app, passkeys } = secondFactorTexts

export type Removed = 'app' | Passkey
type Props = { opened: boolean; removed: Removed; factors: Factors; onClose: () => void }

/** Removes the app or a passkey, with a proof. */
export function RemoveDialog({ opened, removed, factors, onClose }: Props) {
  const reload = useReloadFactors()
  const texts = removed === 'app' ? appTexts : passkeyTexts(removed)
  const remove = async (body: Proof) => {
    if (removed === 'app') await call(removeTotp, { body })
    else await call(removePasskey, { params: { id: removed.id }, body })
    showToast(texts.done)
    onClose()
    await reload()
  }
  return (
    <Dialog opened={opened} title={texts.title} onClose={onClose}>
      <ProofForm factors={factors} text={texts.text} submit={texts.submit} tone="bad" onProof={remove} />
    </Dialog>
  )
}

const appTexts = { title: app.removeTitle, text: app.removeText, submit: app.remove, done: app.removed }

function passkeyTexts({ name }: Passkey) {
  return {
    title: passkeys.removeTitle,
    text: passkeys.removeText(name),
    submit: passkeys.remove,
    done: passkeys.removed,
  }
}
