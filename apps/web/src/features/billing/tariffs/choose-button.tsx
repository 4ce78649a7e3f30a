import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'
import { SUPPORT_EMAIL } from '@doslovno/texts/account/legal.ts'
import { tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'
import { Button } from '@mantine/core'

import { dateOf } from '#lib/format/day.ts'

import type { Choice, OwnPlan } from './choice.ts'

type Props = { tariff: Tariff; choice: Choice; own: OwnPlan | undefined; now: Date; onChoose: () => void }

export function ChooseButton({ tariff, choice, own, now, onChoose }: Props) {
  const common = { fullWidth: true, size: 'md', variant: tariff.meta.popular ? 'filled' : 'default' } as const
  if (choice === 'contact') {
    const subject = encodeURIComponent(tariffsTexts.contactSubject(tariff.name))
    return (
      <Button {...common} component="a" href={`mailto:${SUPPORT_EMAIL}?subject=${subject}`}>
        {tariffsTexts.contact}
      </Button>
    )
  }
  return (
    <Button {...common} disabled={choice === 'current' || choice === 'scheduled'} onClick={onChoose}>
      {labelOf(choice, tariff, own, now)}
    </Button>
  )
}

function labelOf(choice: Exclude<Choice, 'contact'>, tariff: Tariff, own: OwnPlan | undefined, now: Date): string {
  const { name } = tariff
  const isOwn = own?.tariff.id === tariff.id
  switch (choice) {
    case 'register':
      return isFreeTariff(tariff) ? tariffsTexts.startFree : tariffsTexts.choose(name)
    case 'current':
      return tariffsTexts.yours
    case 'scheduled':
      return own?.until ? tariffsTexts.startsAt(dateOf(own.until, now)) : tariffsTexts.startsLater
    case 'cancel':
      return tariffsTexts.toFree
    case 'now':
      return isOwn ? tariffsTexts.payYearly : tariffsTexts.choose(name)
    case 'later':
      return isOwn ? tariffsTexts.payMonthly : tariffsTexts.choose(name)
    case 'resume':
      return tariffsTexts.resume(name)
    case 'repay':
      return tariffsTexts.repay(name)
    case 'keep':
      return tariffsTexts.keep(name)
  }
}
