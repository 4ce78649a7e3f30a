import { activatePromo } from '@doslovno/contract/payments.ts'
import { promoTexts } from '@doslovno/texts/billing/payment.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { keptPromo } from '#lib/promo/promo.ts'
import { exclusively } from '#lib/tabs/exclusively.ts'
import { showToast } from '#ui/toast.ts'

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

const LOCK = 'doslovno.promo'

/** Activates the remembered code, once in all tabs; undefined if there is none or it failed. */
function activateRemembered(): Promise<number | undefined> {
  return exclusively(LOCK, async () => {
    const code = keptPromo.recall()
    if (code === '') return undefined
    try {
      const { minutes } = await call(activatePromo, { body: { code } })
      keptPromo.remember('')
      return minutes
    } catch (error) {
      console.warn('The promo code of the address was not activated', error)
      if (isFinal(error)) keptPromo.remember('')
      return undefined
    }
  })
}

/** Anything else may succeed at the next visit. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 410, 422].includes(error.status)
}
