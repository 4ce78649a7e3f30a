import type { UseQueryResult } from '@tanstack/react-query'

import { isUnanswered } from '#lib/http/api-error.ts'

type Asked = Pick<UseQueryResult, 'data' | 'failureReason' | 'fetchStatus'>

/** True when there is nothing to show because nobody could be asked; further attempts may be under way. */
export function isCutOff({ data, failureReason, fetchStatus }: Asked): boolean {
  return data === undefined && (fetchStatus === 'paused' || isUnanswered(failureReason))
}
