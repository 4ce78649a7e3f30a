import { shopTexts as texts } from '@doslovno/texts/billing/simulated-shop.ts'

import type { Card } from '#yookassa/cards.ts'
import type { Payment } from '#yookassa/payment.ts'

import { cardName, escape, page, sumOf } from './markup.ts'

/** The bank asks whether the payer is the holder of the card (3-D Secure). */
export function bankPage(payment: Payment, card: Card): string {
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
