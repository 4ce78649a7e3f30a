import { shopTexts } from '@doslovno/texts/billing/simulated-shop.ts'

import { type Call, formOf, html, redirect, type Reply } from '#http.ts'

import { findCard } from './cards.ts'
import { bankPage } from './pages/bank-page.ts'
import { missingPage, outcomePage } from './pages/outcome-page.ts'
import { type CardFields, payPage, type Problems } from './pages/pay-page.ts'
import { answerChallenge, enterCard, giveUp } from './pay.ts'
import { confirmationEndOf, type Payment } from './payment.ts'
import type { Shop } from './shop.ts'

const MINUTE = 60 * 1000

/** The payment page: `/pay/<id>`. */
export function answerVisit(shop: Shop, call: Call): Reply {
  const payment = shop.payments.get(call.path.slice('/pay/'.length))
  if (!payment?.returnUrl) return html(404, missingPage())
  const isOpen = payment.status === 'pending'
  return isOpen && call.method === 'POST' ? act(shop, payment, formOf(call)) : show(shop, payment)
}

function show(shop: Shop, payment: Payment, typed: { fields?: CardFields; problems?: Problems } = {}): Reply {
  const minutesLeft = Math.ceil((confirmationEndOf(payment) - shop.clock.now()) / MINUTE)
  return html(
    typed.problems ? 400 : 200,
    pageOf(payment, minutesLeft, typed),
    new URL(payment.returnUrl ?? 'about:blank').origin,
  )
}

function pageOf(payment: Payment, minutesLeft: number, typed: { fields?: CardFields; problems?: Problems }): string {
  if (payment.status !== 'pending') return outcomePage(payment)
  if (payment.challenge) return bankPage(payment, payment.challenge)
  return payPage({ payment, minutesLeft, ...typed })
}

function act(shop: Shop, payment: Payment, form: URLSearchParams): Reply {
  const action = form.get('action')
  if (action === 'cancel') return leave(giveUp(shop, payment))
  if (payment.challenge && (action === 'confirm' || action === 'refuse'))
    return leave(answerChallenge(shop, payment, action === 'confirm'))
  const chosen = findCard(form.get('card') ?? '')
  if (chosen) return leave(enterCard(shop, payment, chosen))
  return action === 'pay' ? payTyped(shop, payment, form) : show(shop, payment)
}

function payTyped(shop: Shop, payment: Payment, form: URLSearchParams): Reply {
  const typed = (name: keyof CardFields) => form.get(name)?.trim() ?? ''
  const fields = { number: typed('number'), expiry: typed('expiry'), code: typed('code') }
  const problems = problemsOf(fields, shop.clock.now())
  const card = findCard(fields.number)
  if (!card || Object.keys(problems).length > 0) return show(shop, payment, { fields, problems })
  return leave(enterCard(shop, payment, card))
}

function problemsOf({ number, expiry, code }: CardFields, now: number): Problems {
  const { problems } = shopTexts
  return {
    ...(!findCard(number) && { number: problems.number }),
    ...(!isFuture(expiry, now) && { expiry: problems.expiry }),
    ...(!/^\d{3}$/.test(code) && { code: problems.code }),
  }
}

/** A card is good until the end of its month. */
function isFuture(expiry: string, now: number): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(expiry) ?? []
  return Date.UTC(2000 + Number(year), Number(month)) > now
}

/** Back to the shop, unless the bank has a question first. */
const leave = (payment: Payment): Reply =>
  redirect(payment.challenge ? `/pay/${payment.id}` : (payment.returnUrl ?? '/'), 303)
