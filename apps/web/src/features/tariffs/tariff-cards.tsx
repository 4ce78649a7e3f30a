import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { tariffsTexts } from '@doslovno/texts/tariffs.ts'
import { Check } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'

import classes from './tariffs.module.css'

type Props = {
  tariffs: readonly Tariff[]
  /** The user's tariff. */
  ownId: number | undefined
}

export function TariffCards({ tariffs, ownId }: Props) {
  return (
    <ul className={classes.cards}>
      {tariffs.map((tariff) => (
        <TariffCard key={tariff.id} tariff={tariff} isOwn={tariff.id === ownId} />
      ))}
    </ul>
  )
}

function TariffCard({ tariff, isOwn }: { tariff: Tariff; isOwn: boolean }) {
  const { name, meta, priceMonth } = tariff
  return (
    <li className={classes.card} data-popular={meta.popular}>
      <div className={classes.head}>
        <h2>{name}</h2>
        {isOwn && <span className={classes.mark}>{tariffsTexts.yours}</span>}
        {meta.popular && (
          <span className={classes.mark} data-popular>
            {tariffsTexts.popular}
          </span>
        )}
      </div>
      <p className={`${classes.price} num`}>
        {priceMonth === 0 ? (
          tariffsTexts.free
        ) : (
          <>
            {tariffsTexts.price(priceMonth)} <small>{tariffsTexts.monthly}</small>
          </>
        )}
      </p>
      {meta.description && <p className={classes.description}>{meta.description}</p>}
      <ul className={classes.terms}>
        {termsOf(tariff).map((term) => (
          <li key={term}>
            <Check size={16} aria-hidden />
            {term}
          </li>
        ))}
      </ul>
    </li>
  )
}

function termsOf(tariff: Tariff): string[] {
  return [
    tariffsTexts.minutes(tariff.minutes),
    tariffsTexts.fileSize(fileSize(tariff.fileSize * BYTES_PER_MB)),
    tariffsTexts.fileCount(tariff.limitFileCount),
    tariffsTexts.storage(tariff.fileStorage),
    tariffsTexts.extraMinutes(tariff.priceMinute),
  ]
}
