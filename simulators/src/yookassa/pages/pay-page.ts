import { shopTexts as texts } from '@doslovno/texts/billing/simulated-shop.ts'

import { escape } from '#http.ts'
import { type Card, cards, type Payment } from '#yookassa/payment.ts'

import { page, sumOf } from './markup.ts'

export type CardFields = { number: string; expiry: string; code: string }
export type Problems = Partial<Record<keyof CardFields, string>>

type View = { payment: Payment; minutesLeft: number; fields?: CardFields; problems?: Problems }

/** Where the payer chooses a card, gives up, or goes back to the shop and leaves the payment pending. */
export function payPage(view: View): string {
  return page(texts.title, [bill(view), cardForm(view), testCards(view.payment)].join('\n'))
}

function bill({ payment, minutesLeft }: View): string {
  return `<section class="bill">
<h1>${texts.toPay}</h1>
<p class="sum">${escape(sumOf(payment.amountKopecks))}</p>
${payment.description ? `<p class="about">${escape(payment.description)}</p>` : ''}
<p class="note">${escape(texts.lasts(minutesLeft))}</p>
${payment.savesMethod ? `<p class="note">${texts.saves}</p>` : ''}
</section>`
}

function cardForm({ payment, fields, problems = {} }: View): string {
  const hasProblems = Object.keys(problems).length > 0
  return `<section>
<h2>${texts.card.title}</h2>
${hasProblems ? `<p role="alert">${texts.problems.summary}</p>` : ''}
<form method="post" action="/pay/${payment.id}">
<div class="fields">
${field({ name: 'number', label: texts.card.number, value: fields?.number, problem: problems.number, hint: '0000 0000 0000 0000', isWide: true })}
${field({ name: 'expiry', label: texts.card.expiry, value: fields?.expiry, problem: problems.expiry, hint: texts.card.expiryHint })}
${field({ name: 'code', label: texts.card.code, value: undefined, problem: problems.code, hint: '000' })}
</div>
<button name="action" value="pay">${escape(texts.card.pay(sumOf(payment.amountKopecks)))}</button>
</form>
<div class="leave">
<a class="button quiet" href="${escape(payment.returnUrl ?? '')}">${texts.back}</a>
<form method="post" action="/pay/${payment.id}"><button class="quiet" name="action" value="cancel">${texts.cancel}</button></form>
</div>
</section>`
}

type Field = {
  name: keyof CardFields
  label: string
  value: string | undefined
  problem: string | undefined
  hint: string
  isWide?: boolean
}

// The browser must not offer the developer's own cards.
function field({ name, label, value = '', problem, hint, isWide = false }: Field): string {
  const problemId = `${name}-problem`
  return `<div class="field${isWide ? ' wide' : ''}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" maxlength="30" placeholder="${hint}" value="${escape(value)}"${problem ? ` aria-invalid="true" aria-describedby="${problemId}"` : ''}>
${problem ? `<p class="problem" id="${problemId}">${problem}</p>` : ''}
</div>`
}

function testCards({ id }: Payment): string {
  const list = (title: string, name: string, listed: readonly Card[]) =>
    `<h3 id="${name}">${title}</h3><ul class="${name}" aria-labelledby="${name}">${listed.map(testCard).join('')}</ul>`
  return `<section class="tests">
<h2>${texts.tests.title}</h2>
<p class="note">${texts.tests.hint}</p>
<form method="post" action="/pay/${id}">
${list(
  texts.tests.paying,
  'good',
  cards.filter(({ decline }) => !decline),
)}
${list(
  texts.tests.declining,
  'bad',
  cards.filter(({ decline }) => decline),
)}
</form>
</section>`
}

function testCard(card: Card): string {
  const number = card.number.replaceAll(/(\d{4})(?!$)/g, '$1 ')
  return `<li><button name="card" value="${card.number}"><b>${number}</b><small>${meaningOf(card)}</small></button></li>`
}

function meaningOf({ brand, decline, asksCode }: Card): string {
  if (!decline) return `${brand}. ${asksCode ? texts.tests.asksCode : texts.tests.atOnce}`
  const reason = texts.reasons[decline.reason]
  return decline.party === 'yoo_money' ? texts.tests.byProvider(reason) : reason
}
