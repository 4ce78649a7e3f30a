import { secondFactorTexts as texts } from '@doslovno/texts/account/second-factor-section.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Section } from '#ui/section.tsx'

import { AddAppDialog } from './add-app-dialog.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { type Factors, factorsQuery, isProtected } from './query.ts'
import { RemoveDialog, type Removed } from './remove-dialog.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'

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
