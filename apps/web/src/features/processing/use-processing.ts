import { useQuery } from '@tanstack/react-query'

import { scriptStatusQuery } from '#lib/queries/scripts.ts'

/** Polls a file's processing every second until it ends. */
export function useProcessing(scriptId: string, isEnabled = true) {
  const { data, isError } = useQuery({ ...scriptStatusQuery(scriptId), enabled: isEnabled })
  return { state: data, isOffline: isError }
}
