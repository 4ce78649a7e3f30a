import { activatePromo } from '@doslovno/contract/payments.ts'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { forgetPromo, rememberedPromo } from '#lib/promo/promo.ts'
import { exclusively } from '#lib/tabs/exclusively.ts'

const LOCK = 'doslovno.promo'

/** Activates the remembered code, once in all tabs; undefined if there is none or it failed. */
export function activateRemembered(): Promise<number | undefined> {
  return exclusively(LOCK, async () => {
    const code = rememberedPromo()
    if (code === '') return undefined
    try {
      const { minutes } = await call(activatePromo, { body: { code } })
      forgetPromo()
      return minutes
    } catch (error) {
      console.warn('The promo code of the address was not activated', error)
      if (isFinal(error)) forgetPromo()
      return undefined
    }
  })
}

/** Anything else may succeed at the next visit. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 410, 422].includes(error.status)
}
