import { shopTexts } from '@doslovno/texts/billing/simulated-shop.ts'
import { brand } from '@doslovno/texts/brand.ts'
import { LOCALE } from '@doslovno/texts/format.ts'

import { escape } from '#http.ts'
import type { Card } from '#yookassa/cards.ts'

import { style } from './style.ts'

/** "990 ₽", with kopecks only where there are any. */
export function sumOf(kopecks: number): string {
  const digits = kopecks % 100 === 0 ? 0 : 2
  const format = { style: 'currency', currency: 'RUB', minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(LOCALE, format as Intl.NumberFormatOptions).format(kopecks / 100)
}

export const cardName = ({ brand: name, number }: Card) => `${name} •• ${number.slice(-4)}`

/** A whole page; no script runs on it. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(`${title} — ${brand.name}`)}</title>
<style>${style}</style>
</head>
<body>
<header><b>${escape(brand.name)}</b><span>${escape(shopTexts.simulator)}</span></header>
<main>
${body}
</main>
</body>
</html>
`
}
