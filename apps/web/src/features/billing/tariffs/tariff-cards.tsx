import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { useMediaQuery } from '@mantine/hooks'

import { SMALL_SCREEN } from '#ui/screens.ts'

import { type Choice, choiceOf, type OwnPlan, type Period } from './choice.ts'
import { TariffCard } from './tariff-card.tsx'

import classes from './tariffs.module.css'

type Props = {
  tariffs: readonly Tariff[]
  period: Period
  /** Undefined for visitors. */
  own: OwnPlan | undefined
  onChoose: (tariff: Tariff, choice: Choice) => void
}

/** The catalogue; on a phone the popular tariff comes first. */
export function TariffCards({ tariffs, period, own, onChoose }: Props) {
  const isSmall = useMediaQuery(SMALL_SCREEN)
  const shown = isSmall ? tariffs.toSorted((one, other) => popularity(other) - popularity(one)) : tariffs
  return (
    <ul className={classes.cards}>
      {shown.map((tariff) => {
        const choice = choiceOf(tariff, period, own)
        return (
          <TariffCard
            key={tariff.id}
            tariff={tariff}
            period={period}
            own={own}
            choice={choice}
            onChoose={() => onChoose(tariff, choice)}
          />
        )
      })}
    </ul>
  )
}

function popularity({ meta }: Tariff): number {
  return meta.popular ? 1 : 0
}
