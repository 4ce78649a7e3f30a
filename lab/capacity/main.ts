import { assumptions } from './assumptions.ts'
import { planFor } from './plan.ts'

/** `pnpm capacity [PEOPLE …]`: what people with open pages at once need, as a table. */
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [10_000, 100_000, 1_000_000]
const plans = sizes.map((people) => planFor(people, assumptions))

const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
row('part', 'in', ...sizes.map((people) => `${shown(people)} people`))
row('---', '---', ...sizes.map(() => '---'))
for (const [index, { part, unit }] of (plans[0] ?? []).entries())
  row(part, unit, ...plans.map((plan) => shown(plan[index]?.amount ?? 0)))

function shown(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 3 })
}
