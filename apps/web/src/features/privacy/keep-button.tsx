import type { User } from '@doslovno/contract/account/accounts.ts'
import { keepAccount } from '@doslovno/contract/account/privacy.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { refreshUser } from '#lib/queries/account.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

const texts = privacyTexts.banner
const TOAST_MS = 4000

/** Cancels the account deletion. */
export function KeepButton({ user, size = 'sm' }: { user: User; size?: 'sm' | 'md' }) {
  const queries = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const keep = async () => {
    setIsPending(true)
    try {
      await call(keepAccount, {})
      showToast(user.tariff.isFree ? texts.keptFree : texts.kept, TOAST_MS)
      await refreshUser(queries)
    } catch (error) {
      showToast(codeOf(error) === 'notFound' ? texts.tooLate : texts.failed, TOAST_MS)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <BusyButton size={size} isBusy={isPending} onClick={() => void keep()}>
      {texts.keep}
    </BusyButton>
  )
}
