import { useQuery } from '@tanstack/react-query'

import type { KeptFile } from '#lib/offline/kept-rules.ts'
import { type KeptScript, listKept, readKept } from '#lib/offline/kept.ts'
import { useSession } from '#lib/session/current.ts'

/** The kept copy of a file; null if there is none, undefined until that is known. */
export function useKept(scriptId: string, isWanted: boolean): KeptScript | null | undefined {
  const { userId } = useSession()
  const { data } = useQuery({
    queryKey: ['kept', userId, scriptId],
    queryFn: () => (userId === null ? null : readKept(userId, scriptId)),
    enabled: isWanted,
    networkMode: 'always',
    gcTime: 0,
  })
  return isWanted ? data : undefined
}

/** The kept files of the user; undefined until they are known. */
export function useKeptFiles(isWanted: boolean): readonly KeptFile[] | undefined {
  const { userId } = useSession()
  const { data } = useQuery({
    queryKey: ['kept', userId],
    queryFn: () => (userId === null ? [] : listKept(userId)),
    enabled: isWanted,
    networkMode: 'always',
    gcTime: 0,
  })
  return isWanted ? data : undefined
}
