/** A bench or a proof. Its name is its file: `bench/NAME.ts`, `proofs/NAME.ts`. */
export type Task = {
  about: string
  /** CI runs the short form after a change of the proof's own files or of files that begin like these. */
  paths?: readonly string[]
}

/** Each measures a claim of docs/BENCHMARKS.md, most of them as a ratio to the bare engine in the same run. */
export const benches: Readonly<Record<string, Task>> = {
  pipeline: { about: '[MINUTES] [ROUNDS] [MODEL] from the process call to the text, of bare sherpa-onnx' },
  speech: { about: '[models | windows | invented | quiet | noise | memory | coverage] accuracy and speed; an hour' },
  login: { about: '[SECONDS] sign-ins through the API, of bare argon2' },
  upload: { about: 'a file through the API, of bare PUTs' },
  reader: { about: '[ROUNDS] opens, plays and scrolls three hours of text in Chromium' },
  editor: { about: '[ROUNDS] types in three hours of text in Chromium' },
  edits: { about: '[EDITS] [SECONDS] CPU of an edit of twelve hours of text, and another user beside many edits' },
  'first-screen': { about: '[ROUNDS] weight and time of first screens on «Slow 3G»' },
  file: { about: '[CALLS] cost of the text of three hours on the wire and in the API' },
  library: { about: '[crowd] [FILES] [SEGMENTS_PER_FILE | USERS] lists and searches of one user, or of very many' },
  'word-forms': { about: '[--faults] other forms of a corrected word' },
  digest: { about: '[HOURS] chapters and key sentences without a model' },
  evidence: { about: '[--kept] [--show] false statements that the check confirms, true ones that it drops' },
  ledger: { about: '[USERS] [SECONDS] reservations and settlements, of the same statements as bare SQL' },
  poll: { about: '[PEOPLE] [SECONDS] what open pages cost one API process' },
  scale: { about: '[PEOPLE] [SECONDS] what saturates first under everything that people do' },
  tracing: { about: '[CALLS] [ROUNDS] CPU of a traced call, of an untraced one' },
  vocabulary: { about: '[real] [--faults] terms put right, right words left alone, and the time it takes' },
  correction: { about: '[MINUTES] keys, clicks and seconds per corrected word of real recordings' },
}

const below = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)
const server = (...names: string[]) => below('apps/server/src', ...names)
const features = (...names: string[]) => server(...below('features', ...names))
const adapters = (...names: string[]) => server(...below('adapters', ...names))
const platform = (...names: string[]) => server(...below('platform', ...names))
const domain = (...names: string[]) => below('packages/domain/src', ...names)

const started = ['lab/app.ts', 'lab/ends.ts', 'lab/marks.ts', 'lab/processes.ts']
const served = [...started, 'lab/servers.ts', 'scripts/services/']
const money = [...features('billing/'), ...adapters('payments/'), ...domain('billing/'), 'simulators/src/']

/** Runs too long for the tests; their results are kept in docs/proofs. */
export const proofs: Readonly<Record<string, Task>> = {
  chaos: {
    about: 'workers, PostgreSQL and S3 die while files are processed',
    paths: [
      ...served,
      ...server('worker.ts'),
      ...features('transcription/', 'scripts/recordings/', 'transcripts/save.ts', 'billing/ledger/'),
      ...adapters('speech/', 'storage/'),
      ...platform('jobs.ts', 'process/'),
      ...domain('process/'),
    ],
  },
  faults: {
    about: '[NAME …] parts of the product fail or are attacked',
    paths: [
      ...served,
      ...server('app.ts'),
      ...features('accounts/', 'uploads/', 'transcription/', 'transcripts/', 'retention/'),
      ...adapters('mail/', 'storage/'),
      ...platform('breakers/', 'http/', 'limits/', 'jobs.ts', 'process/'),
      ...domain('process/'),
    ],
  },
  staleness: {
    about: 'changes through one API process, polls with tags at another',
    paths: [
      ...started,
      ...features('live/', 'library/'),
      ...platform('listener.ts', 'http/versioned.ts'),
      'apps/server/migrations/',
    ],
  },
  webhooks: {
    about: 'notifications come in every way while API and worker are killed; each payment grants once',
    paths: [...served, ...money, ...platform('jobs.ts')],
  },
  year: { about: '[SUBSCRIBERS] a year of subscriptions by a clock that jumps', paths: money },
  'previous-release': {
    about: 'tests of the previous release on the schema of this one',
    paths: ['.previous-release', 'apps/server/migrations/', ...platform('migrations.ts'), 'scripts/releases/'],
  },
  llm: { about: '[--part=adapter|product|modes] [--show] a tiny model, then the worst modes of the simulator' },
  speech: {
    about: 'the smallest model invents no words, and hears quiet and noisy speech',
    paths: adapters('speech/'),
  },
  long: { about: '[HOURS] memory does not grow with the length of a recording' },
  eta: { about: '[FILES] the ETA that people see against the time they wait' },
  speed: { about: 'one speaker is done within ten minutes per hour' },
  uploads: { about: '200 uploads of 5 MB at once' },
  readings: { about: 'summaries of long recordings stay within their budget' },
  failover: { about: '[death] [control] the machine of the leading PostgreSQL dies under load' },
  rolling: { about: 'two APIs behind HAProxy are replaced again and again under load' },
  image: { about: '[--keep DIR] builds the images and runs them unprivileged, from a registration to a text' },
  install: { about: '[--keep DIR] `docker compose up` by a stranger: a text in a browser, a restart, `down -v`' },
  trace: { about: 'a recording through an API and two workers is one trace; draws it' },
  restore: { about: 'a mishap, the database taken back to the moment before it, the bucket made whole' },
}
