import { generateApiKey, type KeyScope } from '@doslovno/contract/account/api-keys.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import type { WithProof } from '#lib/proof.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { showToast } from '#ui/toast.ts'

/** Makes a key in place of the former one, and shows it; false if the user gave no proof. */
export function useMakeKey(withProof: WithProof): (scopes: KeyScope[]) => Promise<boolean> {
  const queries = useQueryClient()
  return async (scopes) => {
    const isMade = await withProof((proof) => call(generateApiKey, { body: { scopes, ...proof } }))
    if (!isMade) return false
    showToast(apiAccessTexts.created)
    await queries.invalidateQueries({ queryKey: apiKeyQuery().queryKey })
    return true
  }
}
