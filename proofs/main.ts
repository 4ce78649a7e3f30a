/** `pnpm proof NAME`: a long run that shows what tests are too short for; what it printed is kept under docs/proofs. */
const proofs: Record<string, () => Promise<{ main(): Promise<void> }>> = {
  chaos: () => import('./chaos.ts'),
  long: () => import('./long.ts'),
  eta: () => import('./eta.ts'),
}

const name = process.argv[2] ?? ''
const load = proofs[name]
if (!load) {
  console.error(`pnpm proof ${Object.keys(proofs).join(' | ')}`)
  process.exit(1)
}
await (await load()).main()
