import { shopTexts } from '@doslovno/texts/billing/simulated-shop.ts'

import { type Call, escape, formOf, html, redirect, type Reply } from '#http.ts'
import type { Method, Payment } from '#yookassa/payment.ts'

import type { Commands } from './commands.ts'
import { cardName, page, sumOf } from './pages/markup.ts'
import type { Shop } from './shop.ts'

/** `/`: what was paid, and what becomes of later charges of each saved card. */
export function answerDesk(shop: Shop, commands: Commands, call: Call): Reply | undefined {
  if (call.path !== '/') return undefined
  if (call.method === 'GET') return html(200, deskPage(shop))
  const form = formOf(call)
  const methodId = form.get('methodId') ?? ''
  if (!shop.methods.has(methodId)) return undefined
  const action = form.get('action')
  if (action === 'revoke') commands.revoke({ methodId })
  if (action === 'decline') commands.decline({ methodId, decline: 'insufficient_funds' })
  if (action === 'accept') commands.decline({ methodId, decline: null })
  return redirect('/', 303)
}

const { desk: texts, reasons } = shopTexts
const SHOWN = 100

/** The newest payments, and the saved cards with what a developer can do to them. */
function deskPage({ payments, methods }: Shop): string {
  const saved = [...methods.values()].filter(({ isSaved }) => isSaved).toReversed()
  const newest = [...payments.values()].toReversed().slice(0, SHOWN)
  return page(
    texts.title,
    `<h1 class="desk">${texts.title}</h1>
<section class="desk">
<h2>${texts.methods}</h2>
${rows(saved.map(methodRow), texts.noMethods)}
</section>
<section class="desk">
<h2>${texts.payments}</h2>
${rows(newest.map(paymentRow), texts.noPayments)}
</section>`,
  )
}

const rows = (items: readonly string[], none: string) =>
  items.length > 0 ? `<ul class="rows">${items.join('')}</ul>` : `<p class="note">${none}</p>`

function methodRow(method: Method): string {
  const { id, card, isRevoked, decline } = method
  const refusal = decline && reasons[decline.reason]
  const button = (action: string, text: string) =>
    `<button class="quiet" name="action" value="${action}" aria-label="${text}: ${cardName(card)}">${text}</button>`
  const buttons =
    (decline ? button('accept', texts.accept) : button('decline', texts.decline)) + button('revoke', texts.revoke)
  return `<li><div><b>${cardName(card)}</b><span class="note">${isRevoked ? texts.revoked : (refusal ?? texts.accepted)}</span></div>
${isRevoked ? '' : `<form method="post" action="/"><input type="hidden" name="methodId" value="${id}">${buttons}</form>`}</li>`
}

function paymentRow({ id, description, amountKopecks, status, cancellation, returnUrl }: Payment): string {
  const title = escape(description || texts.untitled)
  const outcome = cancellation ? reasons[cancellation.reason] : texts.statuses[status]
  return `<li><div>${returnUrl ? `<a href="/pay/${id}">${title}</a>` : title}<span class="note">${outcome}</span></div><b>${escape(sumOf(amountKopecks))}</b></li>`
}
