import type { AccountInfo } from '@doslovno/contract/accounts.ts'

import type { Db } from '#platform/db.ts'

import { listPayments } from './list-repo.ts'
import { findMethod } from './method-repo.ts'
import { paymentView } from './view.ts'

type AccountPayments = Pick<AccountInfo, 'payments'> & Pick<AccountInfo['tariff'], 'paymentMethodData'>

/** The saved card and the payments of the account page. */
export async function accountPayments(db: Db, userId: string, now: Date): Promise<AccountPayments> {
  const method = await findMethod(db, userId)
  const payments = await listPayments(db, userId)
  return {
    paymentMethodData: method ? { title: method.title } : null,
    payments: payments.map((payment) => paymentView(payment, now)),
  }
}
