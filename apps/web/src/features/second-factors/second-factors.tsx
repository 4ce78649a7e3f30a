import {
  type Passkey,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@doslovno/contract/account/second-factors.ts'
import { secondFactorTexts, secondFactorTexts as texts } from '@doslovno/texts/account/second-factor-section.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import type { Proof } from '#lib/proof.ts'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { AppSetUp } from './app-set-up.tsx'
import { Dialog } from './dialog.tsx'
import { AddPasskeyDialog, PasskeyList } from './passkeys.tsx'
import { ProofForm } from './proof-form.tsx'
import { type Factors, factorsQuery, isProtected, useReloadFactors } from './query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

import rows from '#ui/rows.module.css'
import classes from './second-factors.module.css'

/** Protection beyond the password: an authenticator app, passkeys, recovery codes. */
export function SecondFactors() {
  const { data: factors, isError, isFetching, refetch } = useQuery(factorsQuery())
  return (
    <Section title={texts.title} id="second-factors">
      {factors ? (
        <Protection factors={factors} />
      ) : (
        <Placeholder isError={isError} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

type Open = 'addApp' | 'addPasskey' | 'renewCodes' | 'remove'

function Protection({ factors }: { factors: Factors }) {
  const [open, setOpen] = useState<Open>()
  // Stays when the dialog closes, so that its words do not change on the way.
  const [removed, setRemoved] = useState<Removed>('app')
  const close = () => setOpen(undefined)
  const remove = (next: Removed) => {
    setRemoved(next)
    setOpen('remove')
  }
  const isOn = isProtected(factors)
  return (
    <>
      <p className={classes.lead}>{isOn ? texts.lead.on : texts.lead.off}</p>
      <div className={classes.rows}>
        <div className={classes.row}>
          <div className={rows.words}>
            <b>{texts.app.title}</b>
            {factors.isTotpOn && <mark data-tone="ok">{texts.on}</mark>}
            <span>{texts.app.text}</span>
          </div>
          <Button variant="default" onClick={() => (factors.isTotpOn ? remove('app') : setOpen('addApp'))}>
            {factors.isTotpOn ? texts.app.remove : texts.app.add}
          </Button>
        </div>
        <PasskeyList passkeys={factors.passkeys} onAdd={() => setOpen('addPasskey')} onRemove={remove} />
        {isOn && <CodesRow left={factors.recoveryCodesLeft} onRenew={() => setOpen('renewCodes')} />}
      </div>
      <AddAppDialog opened={open === 'addApp'} factors={factors} onClose={close} />
      <AddPasskeyDialog opened={open === 'addPasskey'} factors={factors} onClose={close} />
      <RenewCodesDialog opened={open === 'renewCodes'} factors={factors} onClose={close} />
      <RemoveDialog opened={open === 'remove'} removed={removed} factors={factors} onClose={close} />
    </>
  )
}

const FEW_CODES = 3

function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  return (
    <div className={classes.row}>
      <div className={rows.words}>
        <b>{texts.codes.title}</b>
        <mark data-tone={left <= FEW_CODES ? 'warn' : 'ok'}>{texts.codes.left(left)}</mark>
        <span>{texts.codes.text}</span>
      </div>
      <Button variant="default" onClick={onRenew}>
        {texts.codes.renew}
      </Button>
    </div>
  )
}

type PlaceholderProps = { isError: boolean; isFetching: boolean; onRetry: () => void }

function Placeholder({ isError, isFetching, onRetry }: PlaceholderProps) {
  return (
    <div role="status">
      {isError ? (
        <>
          <p className={classes.lead}>{texts.failed}</p>
          <Button variant="default" loading={isFetching} onClick={onRetry}>
            {texts.retry}
          </Button>
        </>
      ) : (
        <>
          <span className="visually-hidden">{texts.loading}</span>
          <Skeleton height={16} width="70%" mb={18} />
          <Skeleton height={44} mb={12} />
          <Skeleton height={44} />
        </>
      )}
    </div>
  )
}

const { app, passkeys } = secondFactorTexts

type Removed = 'app' | Passkey
type Props = { opened: boolean; removed: Removed; factors: Factors; onClose: () => void }

/** Removes the app or a passkey, with a proof. */
function RemoveDialog({ opened, removed, factors, onClose }: Props) {
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

type Step = { name: 'proof' } | { name: 'scan'; secret: string; url: string } | { name: 'codes'; codes: string[] }

type AddAppDialogProps = { opened: boolean; factors: Factors; onClose: () => void }

/** Sets an authenticator app up: a proof, the QR code and the first code, then the recovery codes. */
function AddAppDialog({ opened, factors, onClose }: AddAppDialogProps) {
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

const renewCodesDialogTexts = secondFactorTexts.codes

type RenewCodesDialogProps = { opened: boolean; factors: Factors; onClose: () => void }

function RenewCodesDialog({ opened, factors, onClose }: RenewCodesDialogProps) {
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
    <Dialog opened={opened} title={renewCodesDialogTexts.renewTitle} onClose={close} isFinal={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={close} />
      ) : (
        <ProofForm
          factors={factors}
          text={renewCodesDialogTexts.renewText}
          submit={renewCodesDialogTexts.renew}
          onProof={renew}
        />
      )}
    </Dialog>
  )
}
