import type { AccountInfo } from '@doslovno/contract/accounts.ts'
import type { PaymentState } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { Balances } from '#features/billing/minutes/balances.tsx'
import { LotList } from '#features/billing/minutes/lot-list.tsx'
import { useMinutes } from '#features/billing/minutes/minutes-state.tsx'
import { PromoForm } from '#features/billing/minutes/promo-form.tsx'
import { SpendingList } from '#features/billing/minutes/spending-list.tsx'
import { Section } from '#ui/section.tsx'

import { SubscriptionNotice } from './subscription-notice.tsx'
import { TariffFacts } from './tariff-facts.tsx'

import classes from './tariff-section.module.css'

type Props = {
  info: AccountInfo
  canChangeTariff: boolean
  onPaid: (payment: PaymentState) => void
}

/** The tariff, its balances, and where the minutes come from and go to. */
export function TariffSection({ info, canChangeTariff, onPaid }: Props) {
  const minutes = useMinutes()
  return (
    <Section title={minutesTexts.title} id="minutes" aside={canChangeTariff && <ChangeLink />}>
      {canChangeTariff && <SubscriptionNotice tariff={info.tariff} onPaid={onPaid} />}
      <Balances info={info} lots={minutes.data?.pages[0]?.lots} />
      <TariffFacts tariff={info.tariff} />
      <div className={classes.details}>
        <LotList minutes={minutes} />
        <SpendingList minutes={minutes} />
      </div>
      <PromoForm />
    </Section>
  )
}

function ChangeLink() {
  return (
    <Button component={Link} to="/tariffs" variant="default" size="compact-md">
      {minutesTexts.change}
    </Button>
  )
}
