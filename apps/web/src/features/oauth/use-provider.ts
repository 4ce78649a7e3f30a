import type { Provider } from '@doslovno/contract/account/providers.ts'
import { useNavigate } from '@tanstack/react-router'

import { openProvider } from './open-provider.ts'

/** Signs in through a provider: its window ends at one of our addresses, which this window then opens. */
export function useProvider(): (type: Provider) => void {
  const navigate = useNavigate()
  return (type) => openProvider(type, (href) => void navigate({ href }))
}
