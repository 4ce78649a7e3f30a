import { payTariff } from '@doslovno/contract/payments.ts'
import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { changeTexts } from '@doslovno/texts/billing/tariffs.ts'
import { Button, Modal } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'

import { PurchaseMessage } from '#features/billing/purchase/purchase-message.tsx'
import { type PurchaseState, usePurchase } from '#features/billing/purchase/use-purchase.ts'
import { call } from '#lib/api/current.ts'
import { dateOf } from '#lib/format/day.ts'
import { rememberWayBack } from '#lib/payment/way-back.ts'
import { showToast } from '#ui/toast.ts'

import type { Choice, OwnPlan, Period } from './choice.ts'
import { lossesOf, priceOf } from './terms.ts'

import dialog from '#ui/dialog.module.css'
import classes from './tariffs.module.css'

export type Change = { tariff: Tariff; period: Period; choice: Choice; own: OwnPlan }

type Props = {
  /** Null: closed. */
  change: Change | null
  isBusy: boolean
  state: PurchaseState
  onConfirm: () => void
  onClose: () => void
}

/** Says what a change of tariff changes, before it is paid or planned. */
export function ChangeDialog({ change, isBusy, state, onConfirm, onClose }: Props) {
  // The dialog fades out with its content.
  const [shown, setShown] = useState(change)
  if (change && change !== shown) setShown(change)
  return (
    <Modal
      opened={change !== null}
      onClose={onClose}
      title={changeTexts.title}
      size={480}
      closeButtonProps={{ 'aria-label': changeTexts.close }}
    >
      {shown && <Details change={shown} />}
      <PurchaseMessage state={state} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          {changeTexts.cancel}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={onConfirm}>
          {shown && confirmLabel(shown)}
        </Button>
      </div>
    </Modal>
  )
}

function Details({ change }: { change: Change }) {
  const { tariff, period, own } = change
  const [now] = useState(() => new Date())
  const price = priceOf(tariff, period)
  const losses = lossesOf(own.tariff, tariff)
  return (
    <>
      <p className={classes.plans}>
        <span>{planName(own.tariff, own.period)}</span>
        <ArrowRight size={18} role="img" aria-label={changeTexts.becomes} />
        <b>{planName(tariff, period)}</b>
      </p>
      <dl className={classes.facts}>
        <dt>{changeTexts.price}</dt>
        <dd className="num">{changeTexts.priceNow(price, period)}</dd>
        <dt>{changeTexts.when}</dt>
        <dd>{whenText(change, now)}</dd>
        <dt>{changeTexts.minutes}</dt>
        <dd>{minutesText(change)}</dd>
        {losses.length > 0 && (
          <>
            <dt>{changeTexts.losses}</dt>
            <dd>
              <ul>
                {losses.map((loss) => (
                  <li key={loss}>{loss}</li>
                ))}
              </ul>
              <p>{changeTexts.stored}</p>
            </dd>
          </>
        )}
      </dl>
      <p className={classes.renewal}>
        {changeTexts.renewal(price, period)}
        <Link to="/legal/offer" target="_blank">
          {changeTexts.offer}
        </Link>
        .
      </p>
    </>
  )
}

function planName(tariff: Tariff, period: Period): string {
  return tariff.priceMonth === 0 ? tariff.name : changeTexts.plan(tariff.name, period)
}

function whenText({ choice, own }: Change, now: Date): string {
  if (choice === 'later') return own.until ? changeTexts.after(dateOf(own.until, now)) : changeTexts.afterPaid
  if (choice === 'keep') return changeTexts.kept
  if (choice === 'resume') return own.hasCard ? changeTexts.resumed : changeTexts.inAdvance
  return changeTexts.atOnce
}

function minutesText({ choice, tariff: { minutes } }: Change): string {
  if (choice === 'now') return changeTexts.replaced(minutes)
  return choice === 'later' ? changeTexts.later(minutes) : changeTexts.same(minutes)
}

function confirmLabel({ choice, own }: Change): string {
  if (choice === 'later') return changeTexts.change
  if (choice === 'keep') return changeTexts.keep
  return choice === 'resume' && own.hasCard ? changeTexts.resume : changeTexts.toPayment
}

const TOAST_MS = 4000

/** Changes the tariff: goes to the payment page, or to the account if nothing is to be paid now. */
export function useChangeTariff(from: string | undefined) {
  const navigate = useNavigate()
  const { run, reset, isBusy, state } = usePurchase<TariffOrder>({
    onPage: () => rememberWayBack(from),
    onFree: ({ name, effectiveAt }) => {
      showToast(doneText(name, effectiveAt, new Date()), TOAST_MS)
      void navigate({ to: '/account' })
    },
  })
  const change = ({ tariff: { id, name }, period }: Change) =>
    run(async () => ({ ...(await call(payTariff, { body: { tariffId: id, period } })), name }))
  return { change, forget: reset, isBusy, state }
}

type TariffOrder = { redirectUrl: string | null; paymentId: string | null; effectiveAt: string | null; name: string }

function doneText(name: string, effectiveAt: string | null, now: Date): string {
  const isLater = effectiveAt !== null && new Date(effectiveAt) > now
  return isLater ? changeTexts.done(name, dateOf(effectiveAt, now)) : changeTexts.doneAtOnce(name)
}
