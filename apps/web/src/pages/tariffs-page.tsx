import type { User } from '@doslovno/contract/account/accounts.ts'
import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate, useRouterState } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'

import {
  CancelSubscriptionDialog,
  type Change,
  ChangeDialog,
  type Choice,
  Faq,
  ownPlanOf,
  PeriodSwitch,
  TariffCards,
  useChangeTariff,
} from '#features/billing/index.ts'
import { infoQuery, useUser } from '#lib/queries/account.ts'
import { tariffsQuery } from '#lib/queries/payment.ts'
import { Notice } from '#ui/notice.tsx'

import classes from './pages.module.css'

const route = getRouteApi('/framed/tariffs')

/** The shop window: the catalogue, the way to pay, and answers to questions. */
export function TariffsPage() {
  const user = useUser()
  if (user && !user.canChangeTariff) return <Navigate to="/account" replace />
  return (
    <div className={classes.tariffs}>
      <title>{pageTitle(tariffsTexts.title)}</title>
      <h1>{tariffsTexts.title}</h1>
      <p className={classes.lead}>{tariffsTexts.lead}</p>
      <Catalogue key={user?.id} user={user} />
      <Faq />
    </div>
  )
}

function Catalogue({ user }: { user: User | null }) {
  const { data, isError, isFetching, refetch } = useQuery(tariffsQuery)
  if (data) return <Shop tariffs={data} user={user} />
  if (!isError) {
    return (
      <p role="status" className={classes.loading}>
        <Loader size={22} aria-hidden />
        <span className="visually-hidden">{tariffsTexts.loading}</span>
      </p>
    )
  }
  const { title, text, action } = tariffsTexts.failed
  return (
    <Notice icon={CloudOff} level={2} title={title} text={text}>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        {action}
      </Button>
    </Notice>
  )
}

function Shop({ tariffs, user }: { tariffs: readonly Tariff[]; user: User | null }) {
  const navigate = useNavigate()
  const { from } = route.useSearch()
  const href = useRouterState({ select: ({ location }) => location.href })
  const { data: info } = useQuery({ ...infoQuery(), enabled: user !== null })
  // A free user has no period to speak of; a year is the better offer.
  const [period, setPeriod] = useState(user && !user.tariff.isFree ? user.tariff.period : 'year')
  const [asked, setAsked] = useState<Change | null>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  const { change, forget, isBusy, state } = useChangeTariff(from)

  const own = user ? ownPlanOf(user, info, tariffs) : undefined
  const choose = (tariff: Tariff, choice: Choice) => {
    if (choice === 'register') return void navigate({ to: '/auth/register', search: { next: href } })
    if (choice === 'cancel') return setIsCancelling(true)
    if (own) setAsked({ tariff, period, choice, own })
  }
  const close = () => {
    forget()
    setAsked(null)
  }
  return (
    <>
      <PeriodSwitch period={period} onChange={setPeriod} />
      <TariffCards tariffs={tariffs} period={period} own={own} onChoose={choose} />
      <ChangeDialog
        change={asked}
        isBusy={isBusy}
        state={state}
        onConfirm={() => asked && change(asked)}
        onClose={close}
      />
      <CancelSubscriptionDialog
        opened={isCancelling}
        onClose={() => setIsCancelling(false)}
        onCancelled={() => navigate({ to: '/account' })}
      />
    </>
  )
}
