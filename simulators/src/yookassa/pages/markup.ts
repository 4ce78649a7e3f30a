import { shopTexts } from '@doslovno/texts/billing/simulated-shop.ts'
import { brand } from '@doslovno/texts/brand.ts'
import { LOCALE } from '@doslovno/texts/format.ts'

import { escape } from '#http.ts'
import type { Card } from '#yookassa/payment.ts'

const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f2f4f8, #101217); --paper: light-dark(#fff, #1a1d24); --ink: light-dark(#14171f, #eceef3);
  --soft: light-dark(#5b6375, #a3abbd); --line: light-dark(#d9deea, #333947); --field: light-dark(#7d869a, #7a8396);
  --brand: light-dark(#1f5eff, #7ea3ff); --hover: light-dark(#1749cc, #a3beff); --on: light-dark(#fff, #0b1430);
  --tint: light-dark(#eef3ff, #1e2740); --good: light-dark(#0b7a46, #5fd49a); --bad: light-dark(#b3261e, #ff9c93);
  --amber: light-dark(#fff3d6, #3a2f12); --on-amber: light-dark(#6b4a00, #ffd98a);
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; max-width: 62rem; margin: 0 auto; padding: 1.25rem 1.25rem .75rem }
header b { font-size: 1.15rem; letter-spacing: -.01em }
header span { padding: .2rem .7rem; border-radius: 99px; background: var(--amber); color: var(--on-amber); font-size: .85rem }
main { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem 3rem; display: grid; gap: 1.25rem; align-items: start }
h1, h2, h3, p { margin: 0 }
h1 { font-size: 1rem; font-weight: 500; color: var(--soft) }
h2 { font-size: 1.1rem }
h3 { font-size: .9rem; font-weight: 600; color: var(--soft) }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 1.5rem; display: grid; gap: 1rem; min-width: 0 }
.bill { gap: .5rem }
.sum { font-size: 2.25rem; line-height: 1.15; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums }
.about { overflow-wrap: anywhere }
.note { color: var(--soft); font-size: .9rem }
form { display: grid; gap: 1rem }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start }
.field { display: grid; gap: .3rem; min-width: 0 }
.field.wide { grid-column: 1 / -1 }
label { font-size: .9rem; font-weight: 500 }
input { width: 100%; font: inherit; font-variant-numeric: tabular-nums; padding: .7rem .85rem; border: 1px solid var(--field); border-radius: 10px; background: var(--paper); color: inherit }
input::placeholder { color: var(--soft); opacity: 1 }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad) }
.problem { color: var(--bad); font-size: .875rem }
[role=alert] { padding: .7rem .9rem; border: 1px solid var(--bad); border-radius: 10px; color: var(--bad) }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
button, .button { font: inherit; font-weight: 600; padding: .8rem 1.25rem; border-radius: 10px; border: 1px solid transparent; background: var(--brand); color: var(--on); cursor: pointer; text-align: center; text-decoration: none }
button:hover, .button:hover { background: var(--hover) }
.quiet, .quiet:hover { background: none; color: inherit; border-color: var(--field); font-weight: 500 }
.quiet:hover { background: var(--tint) }
.leave { display: flex; flex-wrap: wrap; gap: .75rem; padding-top: 1rem; border-top: 1px solid var(--line) }
.leave > * { flex: 1 1 11rem; display: grid }
.tests form { gap: .75rem }
.tests h3 { margin-top: .5rem }
.tests ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)) }
.tests button { width: 100%; height: 100%; display: grid; gap: .1rem; align-content: start; text-align: left; padding: .65rem .9rem .65rem 1.1rem; color: var(--ink); border: 1px solid var(--line); background: linear-gradient(to right, var(--mark) 4px, transparent 4px) }
.tests button:hover { background: linear-gradient(to right, var(--mark) 4px, var(--tint) 4px); border-color: var(--field) }
.tests b { font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: .01em }
.tests small { font-size: .85rem; font-weight: 400; color: var(--soft) }
.good { --mark: var(--good) } .bad { --mark: var(--bad) }
.desk { grid-column: 1 / -1 }
.rows { list-style: none; margin: 0; padding: 0 }
.rows li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .8rem 0; border-top: 1px solid var(--line) }
.rows div { display: grid; min-width: 0; overflow-wrap: anywhere }
.rows form { display: flex; flex-wrap: wrap; gap: .5rem }
.rows button { padding: .45rem .8rem; font-size: .9rem }
.rows a { color: var(--brand) }
.alone { max-width: 30rem; width: 100%; margin: 6vh auto 0; padding: 2rem }
.alone h1 { font-size: 1.5rem; font-weight: 700; letter-spacing: -.01em; color: var(--ink) }
.alone .buttons { display: grid; gap: .75rem }
.mark { width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center; background: var(--mark); color: var(--paper) }
@media (min-width: 52rem) {
  main { grid-template-columns: 20rem minmax(0, 1fr) }
  .tests, .alone { grid-column: 1 / -1 }
  .bill { position: sticky; top: 1.25rem }
}
@media (max-width: 30rem) { section { padding: 1.15rem } .tests form { gap: .75rem }
.tests h3 { margin-top: .5rem }
.tests ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)) }
`

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
