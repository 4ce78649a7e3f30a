import type { Context, PaymentProvider, PaymentRefused } from '#context.ts'
import { AppError } from '#platform/errors.ts'

/** The payment provider; `paymentsOff` where nothing can be bought. */
export function providerOf({ payments }: Pick<Context, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('paymentsOff')
  return payments
}

const shopErrors = ['invalid_credentials', 'forbidden']

/** A refusal of the shop's own account: nothing is wrong with the request, so it is sent again later. */
export function isShopError({ code }: PaymentRefused): boolean {
  return shopErrors.includes(code)
}
