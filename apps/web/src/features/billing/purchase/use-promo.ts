import { promoTexts } from '@doslovno/texts/billing/payment.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { refreshPurchases } from '#lib/payment/refresh.ts'
import { showToast } from '#ui/toast.ts'

import { activateRemembered } from './activate-remembered.ts'

const TOAST_MS = 4000

/** Uses the promo code of the address as soon as somebody is signed in. */
export function usePromo(userId: string | undefined) {
  const queries = useQueryClient()
  const activate = useEffectEvent(async () => {
    const minutes = await activateRemembered()
    if (minutes === undefined) return
    showToast(promoTexts.done(minutes), TOAST_MS)
    await refreshPurchases(queries)
  })
  useEffect(() => {
    if (userId !== undefined) void activate()
  }, [userId])
}
