import type { Provider } from '@doslovno/contract/accounts.ts'
import { useNavigate } from '@tanstack/react-router'

import { openProvider } from '#features/oauth/open-provider.ts'

/** Signs in through another service: its window ends with an address of ours, and this window goes there. */
export function useProvider(): (type: Provider) => void {
  const navigate = useNavigate()
  return (type) => openProvider(type, (href) => void navigate({ href }))
}
