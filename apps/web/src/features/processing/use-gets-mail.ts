import { useQuery } from '@tanstack/react-query'

import { infoQuery } from '#lib/queries/account.ts'

/** Whether the user gets mails about finished texts; false until it is known. */
export function useGetsMail(): boolean {
  const { data } = useQuery(infoQuery())
  return data?.notificationTargets.some(({ target }) => target === 'email') ?? false
}
