import { shopTexts as texts } from '@doslovno/texts/billing/simulated-shop.ts'

import type { Payment } from '#yookassa/payment.ts'

import { escape, page, sumOf } from './markup.ts'

const icon = (path: string) =>
  `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
const tick = icon('M5 13l4.5 4.5L19 7')
const cross = icon('M6 6l12 12M18 6L6 18')

/** A payment that nobody can pay any more: paid, held or canceled. */
export function outcomePage({ status, amountKopecks, cancellation, returnUrl }: Payment): string {
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

export function missingPage(): string {
  const { title, text } = texts.missing
  return page(
    title,
    `<section class="alone bad"><span class="mark">${cross}</span><h1>${title}</h1><p>${text}</p></section>`,
  )
}
