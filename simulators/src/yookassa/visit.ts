import { shopTexts, shopTexts as texts } from '@doslovno/texts/billing/simulated-shop.ts'

import { type Call, escape, formOf, html, redirect, type Reply } from '#http.ts'

import { answerChallenge, enterCard, giveUp } from './change.ts'
import { cardName, page, sumOf } from './pages/markup.ts'
import { type CardFields, payPage, type Problems } from './pages/pay-page.ts'
import { type Card, confirmationEndOf, findCard, type Payment } from './payment.ts'
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

/** The bank asks whether the payer is the holder of the card (3-D Secure). */
function bankPage(payment: Payment, card: Card): string {
  return page(
    texts.bank.title,
    `<section class="alone">
<h1>${texts.bank.title}</h1>
<p>${escape(texts.bank.text(sumOf(payment.amountKopecks), cardName(card)))}</p>
<form method="post" action="/pay/${payment.id}" class="buttons">
<button name="action" value="confirm">${texts.bank.confirm}</button>
<button name="action" value="refuse" class="quiet">${texts.bank.refuse}</button>
</form>
</section>`,
  )
}

const icon = (path: string) =>
  `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
const tick = icon('M5 13l4.5 4.5L19 7')
const cross = icon('M6 6l12 12M18 6L6 18')

/** A payment that nobody can pay any more: paid, held or canceled. */
function outcomePage({ status, amountKopecks, cancellation, returnUrl }: Payment): string {
  const { title, text } = texts.outcomes[status === 'pending' ? 'canceled' : status]
  const reason = cancellation && `${texts.reasons[cancellation.reason]}. `
  return page(
    title,
    `<section class="alone ${cancellation ? 'bad' : 'good'}">
<span class="mark">${cancellation ? cross : tick}</span>
<h1>${title}</h1>
<p>${escape(sumOf(amountKopecks))}</p>
<p>${reason ?? ''}${text}</p>
${returnUrl ? `<a class="button" href="${escape(returnUrl)}">${texts.back}</a>` : ''}
</section>`,
  )
}

function missingPage(): string {
  const { title, text } = texts.missing
  return page(
    title,
    `<section class="alone bad"><span class="mark">${cross}</span><h1>${title}</h1><p>${text}</p></section>`,
  )
}
