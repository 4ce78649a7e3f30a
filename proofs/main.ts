/** `pnpm proof NAME`: a run too long for the tests; its results are kept in docs/proofs. */
const proofs: Record<string, () => Promise<{ main(): Promise<void> }>> = {
  chaos: () => import('./chaos.ts'),
  long: () => import('./long.ts'),
  eta: () => import('./eta.ts'),
  speed: () => import('./speed.ts'),
  uploads: () => import('./uploads.ts'),
  readings: () => import('./readings.ts'),
  webhooks: () => import('./webhooks.ts'),
  faults: () => import('./faults.ts'),
  failover: () => import('./failover.ts'),
  year: () => import('./year.ts'),
  'previous-release': () => import('./previous-release.ts'),
  staleness: () => import('./staleness.ts'),
  rolling: () => import('./rolling.ts'),
  image: () => import('./image.ts'),
  trace: () => import('./trace.ts'),
  restore: () => import('./restore.ts'),
}

const name = process.argv[2] ?? ''
const load = proofs[name]
if (!load) {
  console.error(`pnpm proof ${Object.keys(proofs).join(' | ')}`)
  process.exit(1)
}
await (await load()).main()
