import type { User } from '@doslovno/contract/accounts.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import { ContactForm, LogoutDialog, SessionList } from '#features/account/index.ts'
import {
  BillingPlaceholder,
  ExtraMinutes,
  PaymentHistory,
  PaymentSettings,
  TariffSection,
} from '#features/billing/index.ts'
import { type Bought, CancelSubscriptionDialog, PaymentReturn, SuccessDialog } from '#features/payment/index.ts'
import { hasBytesToSend, uploader, useUploads } from '#features/upload/index.ts'
import { sessionsQuery, useAccountInfo } from '#lib/queries/account.ts'
import { useSession } from '#lib/session/current.ts'
import { Section } from '#ui/section.tsx'

import classes from './pages.module.css'

export function AccountPage() {
  const { user } = useSession()
  const { data: sessions } = useQuery(sessionsQuery())
  // Between a logout and the guard's redirect there is no user.
  if (!user) return null
  return (
    <div className={classes.account}>
      <title>{pageTitle(accountTexts.title)}</title>
      <h1>{accountTexts.title}</h1>
      <PaymentReturn />
      <Section title={accountTexts.contacts.title}>
        <ContactForm key={user.id} user={user} />
      </Section>
      <Billing user={user} />
      {sessions && (
        <Section title={accountTexts.sessions.title}>
          <SessionList sessions={sessions.data} />
        </Section>
      )}
      <LogoutButton />
    </div>
  )
}

/** Tariff, minutes and payments. */
function Billing({ user: { canChangeTariff } }: { user: User }) {
  const { data: info, isError, isFetching, refetch } = useAccountInfo()
  const [bought, setBought] = useState<Bought | null>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  if (!info) return <BillingPlaceholder isError={isError} isFetching={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <TariffSection info={info} canChangeTariff={canChangeTariff} onPaid={setBought} />
      {canChangeTariff && <ExtraMinutes tariff={info.tariff} onPaid={setBought} />}
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
