import { getInstallation, type Installation } from '@doslovno/contract/installation.ts'
import { useEffect, useState } from 'react'

import { call } from '#lib/api/current.ts'

/** Undefined until it is known: the pages of the sign-in have no queries, and a page without an answer says less. */
export function useInstallation(): Installation | undefined {
  const [installation, setInstallation] = useState<Installation>()
  useEffect(() => {
    const leaving = new AbortController()
    call(getInstallation, {}, leaving.signal).then(setInstallation, () => undefined)
    return () => leaving.abort()
  }, [])
  return installation
}
