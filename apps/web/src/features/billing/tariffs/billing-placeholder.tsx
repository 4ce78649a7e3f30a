import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button, Skeleton } from '@mantine/core'

import { Section } from '#ui/section.tsx'

type Props = { isError: boolean; isFetching: boolean; onRetry: () => void }

/** Stands in for the tariff until it is loaded, and offers to try again if it could not be. */
export function BillingPlaceholder({ isError, isFetching, onRetry }: Props) {
  return (
    <Section title={minutesTexts.title} id="minutes">
      {isError ? (
        <div role="alert">
          <p>{minutesTexts.failed}</p>
          <Button variant="default" loading={isFetching} onClick={onRetry}>
            {minutesTexts.retry}
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="visually-hidden">{minutesTexts.loading}</span>
          <Skeleton height={32} width="55%" mb={12} />
          <Skeleton height={6} mb={14} />
          <Skeleton height={14} width="40%" mb={22} />
          <Skeleton height={44} width="80%" />
        </div>
      )}
    </Section>
  )
}
