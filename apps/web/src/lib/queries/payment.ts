import { getPayment } from '@doslovno/contract/payments.ts'
import { listTariffs } from '@doslovno/contract/tariffs.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { ACCOUNT_KEY } from './account.ts'

const SECOND_MS = 1000
const QUICK_POLLS = 10
const QUICK_MS = SECOND_MS
const SLOW_MS = 3 * SECOND_MS
/** About ten minutes: the banks answer in seconds, or the user has left the payment page open. */
const MOST_POLLS = 200

/** One payment, polled while it is pending: each second first, then every 3 s. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'payment', id],
    queryFn: ({ signal }) => call(getPayment, { params: { id } }, signal),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data && data.status !== 'pending' ? false : pollPause(dataUpdateCount + errorUpdateCount),
  })
}

/** How long to wait after so many polls; false: long enough. */
export function pollPause(polls: number): number | false {
  if (polls >= MOST_POLLS) return false
  return polls < QUICK_POLLS ? QUICK_MS : SLOW_MS
}

/** The catalogue of tariffs. */
export const tariffsQuery = queryOptions({
  queryKey: ['tariffs'],
  queryFn: ({ signal }) => call(listTariffs, {}, signal),
})
