import { generateApiKey, type KeyScope } from '@doslovno/contract/account/api-keys.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { showToast } from '#ui/toast.ts'

/** Makes a key in place of the former one, and shows it. */
export function useMakeKey(): (scopes: KeyScope[]) => Promise<void> {
  const queries = useQueryClient()
  return async (scopes) => {
    await call(generateApiKey, { body: { scopes } })
    showToast(apiAccessTexts.created)
    await queries.invalidateQueries({ queryKey: apiKeyQuery().queryKey })
  }
}
