/** `pnpm bench NAME`: measures a claim as a ratio to the bare engine, in one run on one machine. */
const benches: Record<string, () => Promise<{ main(): Promise<void> }>> = {
  pipeline: () => import('./pipeline.ts'),
  speech: () => import('./speech.ts'),
  login: () => import('./login.ts'),
  upload: () => import('./upload.ts'),
  reader: () => import('./reader.ts'),
  editor: () => import('./editor.ts'),
  library: () => import('./library.ts'),
  'word-forms': () => import('./word-forms.ts'),
  digest: () => import('./digest.ts'),
  ledger: () => import('./ledger.ts'),
  evidence: () => import('./evidence.ts'),
  poll: () => import('./poll.ts'),
  scale: () => import('./scale.ts'),
  tracing: () => import('./tracing.ts'),
  file: () => import('./file.ts'),
  vocabulary: () => import('./vocabulary.ts'),
  correction: () => import('./correction.ts'),
  'first-screen': () => import('./first-screen.ts'),
}

const name = process.argv[2] ?? ''
const load = benches[name]
if (!load) {
  console.error(`pnpm bench ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
await (await load()).main()
