import type { User } from '@doslovno/contract/account/accounts.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { linkedProviderTexts } from '@doslovno/texts/account/oauth.ts'
import { paymentHistoryTexts, paymentSettingsTexts } from '@doslovno/texts/account/payments.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { vocabularyTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'

import { AccountIndex, ContactForm, type IndexEntry, LogoutDialog, SessionList } from '#features/account/index.ts'
import { ApiAccess } from '#features/api-access/index.ts'
import {
  BillingPlaceholder,
  type Bought,
  CancelSubscriptionDialog,
  ExtraMinutes,
  PaymentHistory,
  PaymentReturn,
  PaymentSettings,
  SuccessDialog,
  TariffSection,
} from '#features/billing/index.ts'
import { Notifications } from '#features/notifications/index.ts'
import { LinkedProviders } from '#features/oauth/index.ts'
import { Privacy } from '#features/privacy/index.ts'
import { SecondFactors, useProof } from '#features/second-factors/index.ts'
import { hasBytesToSend, uploader, useUploads } from '#features/upload/index.ts'
import { Vocabulary } from '#features/vocabulary/index.ts'
import { Webhooks } from '#features/webhooks/index.ts'
import type { WithProof } from '#lib/proof.ts'
import { type Identities, identitiesQuery, sessionsQuery, useAccountInfo, useUser } from '#lib/queries/account.ts'
import { Section } from '#ui/section.tsx'

import classes from './pages.module.css'

export function AccountPage() {
  const user = useUser()
  const { data } = useQuery(identitiesQuery())
  // An installation may have no other services.
  const identities = data && data.data.length > 0 ? data : undefined
  // Between a logout and the guard's redirect there is no user.
  if (!user) return null
  return (
    <div className={classes.accountFrame}>
      <AccountIndex entries={indexOf(user, identities)} />
      <Sections user={user} identities={identities} />
    </div>
  )
}

/** In the order of the page. */
const INDEX: readonly IndexEntry[] = [
  { id: 'contacts', title: accountTexts.contacts.title },
  { id: 'minutes', title: minutesTexts.title },
  { id: 'extra-minutes', title: minutesTexts.buy.title },
  { id: 'vocabulary', title: vocabularyTexts.title },
  { id: 'notifications', title: accountTexts.index.notifications },
  { id: 'api', title: accountTexts.index.api },
  { id: 'webhooks', title: accountTexts.index.webhooks },
  { id: 'payment-settings', title: paymentSettingsTexts.title },
  { id: 'payments', title: paymentHistoryTexts.title },
  { id: 'security', title: accountTexts.index.security },
  { id: 'providers', title: linkedProviderTexts.title },
  { id: 'sessions', title: accountTexts.sessions.title },
  { id: 'data', title: accountTexts.index.data },
]

function indexOf({ canChangeTariff }: User, identities: Identities | undefined): readonly IndexEntry[] {
  const absent = [
    ...(canChangeTariff ? [] : ['extra-minutes', 'payment-settings']),
    ...(identities ? [] : ['providers']),
  ]
  return INDEX.filter(({ id }) => !absent.includes(id))
}

function Sections({ user, identities }: { user: User; identities: Identities | undefined }) {
  const { data: sessions } = useQuery(sessionsQuery())
  const { withProof, dialog } = useProof()
  return (
    <div className={classes.account}>
      <title>{pageTitle(accountTexts.title)}</title>
      <h1>{accountTexts.title}</h1>
      <PaymentReturn />
      <Section title={accountTexts.contacts.title} id="contacts">
        <ContactForm key={user.id} user={user} withProof={withProof} />
      </Section>
      <Billing user={user} withProof={withProof} />
      <SecondFactors />
      {identities && <LinkedProviders identities={identities} withProof={withProof} />}
      {sessions && (
        <Section title={accountTexts.sessions.title} id="sessions">
          <SessionList sessions={sessions.data} />
        </Section>
      )}
      <Privacy user={user} />
      <LogoutButton />
      {dialog}
    </div>
  )
}

/** The sections that need the detailed account. */
function Billing({ user, withProof }: { user: User; withProof: WithProof }) {
  const { canChangeTariff } = user
  const { data: info, isError, isFetching, refetch } = useAccountInfo()
  const [bought, setBought] = useState<Bought | null>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  useHashJump(info !== undefined)
  if (!info) return <BillingPlaceholder isError={isError} isFetching={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <TariffSection info={info} canChangeTariff={canChangeTariff} onPaid={setBought} />
      {canChangeTariff && <ExtraMinutes tariff={info.tariff} onPaid={setBought} />}
      <Vocabulary />
      <Notifications user={user} targets={info.notificationTargets} />
      <ApiAccess withProof={withProof} />
      <Webhooks />
      {canChangeTariff && <PaymentSettings tariff={info.tariff} onCancel={() => setIsCancelling(true)} />}
      <PaymentHistory payments={info.payments} />
      <SuccessDialog bought={bought} onClose={() => setBought(null)} />
      <CancelSubscriptionDialog opened={isCancelling} onClose={() => setIsCancelling(false)} />
    </>
  )
}

function LogoutButton() {
  const isUploading = hasBytesToSend(useUploads())
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<LogOut size={17} aria-hidden />} onClick={() => setIsLeaving(true)}>
        {accountTexts.logout}
      </Button>
      <LogoutDialog
        opened={isLeaving}
        onClose={() => setIsLeaving(false)}
        isUploading={isUploading}
        stopUploads={uploader.stop}
      />
    </>
  )
}

/** Jumps to the section that the address names, now and whenever it names another. */
function useHashJump(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined
    let leave = stayWith(window.location.hash.slice(1))
    const follow = () => {
      leave()
      leave = stayWith(window.location.hash.slice(1))
    }
    window.addEventListener('hashchange', follow)
    return () => {
      leave()
      window.removeEventListener('hashchange', follow)
    }
  }, [isReady])
}

const SETTLING_MS = 3000
const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Keeps a section in view while those above it load, until the user moves. Returns how to stop. */
function stayWith(id: string): () => void {
  const section = document.getElementById(id)
  if (!section) return () => undefined
  const settling = new ResizeObserver(() => section.scrollIntoView())
  settling.observe(document.body)
  const timer = setTimeout(() => leave(), SETTLING_MS)
  const leave = () => {
    settling.disconnect()
    clearTimeout(timer)
    for (const move of MOVES) window.removeEventListener(move, leave)
  }
  for (const move of MOVES) window.addEventListener(move, leave, { passive: true })
  return leave
}
