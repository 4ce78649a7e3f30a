import { ASSUMED, MIX } from '#lab/bench/scale/mix.ts'

/** Everything that `pnpm capacity` computes from. Change a value, run it again. */
export const assumptions = {
  /** How often a person with an open page does each thing, per second: the mix of the bench. */
  mix: MIX,
  streamShare: ASSUMED.streamShare,

  // Measured by `pnpm bench scale`, which prints these lines: µs of CPU per thing, with the calls that follow from it.
  apiMicros: { account: 468, list: 446, movingList: 3846, openList: 2686, read: 57476, edit: 37440, search: 4499, upload: 178628, stream: 2910, task: 8220, finish: 76290 }, // prettier-ignore
  postgresMicros: { account: 88, list: 61, movingList: 1714, openList: 1446, read: 15226, edit: 37950, search: 38538, upload: 30312, stream: 288, task: 7342, finish: 229125 }, // prettier-ignore
  idleMicrosPerStream: 16.4,

  // Measured by other benches.
  /** `pnpm bench login`: per second and core. */
  signInsPerCore: 36,
  /** `pnpm bench pipeline`: hours of sound per hour and core, whisper-base with speakers. */
  speechSpeed: 3.7,
  /** In a trial: changes per second that NOTIFY carries before commits queue. */
  changesPerDatabase: 500,

  // Stated.
  peoplePerCell: 10_000,
  /** Of a core at the peak; the rest is for a process that is down and for a busy minute. */
  apiUse: 0.6,
  postgresUse: 0.5,
  workerUse: 0.6,
  /** Two zones with two processes each. */
  leastProcesses: 4,
  /** Per second. */
  signInsPerPerson: 0.0005,
  hoursPerFile: 1,
  megabytesPerHour: 100,
  partsPerFile: ASSUMED.partsPerFile,
  daysKept: 30,
  peakOverAverage: 3,
  /** The pool, the job engine, and one that listens for versions. */
  connectionsPerApi: 13,
  connectionsPerWorker: 21,
  coresPerWorker: 8,
  /** Besides its stream, a page of a browser with HTTP/1.1 keeps a connection to the balancer. */
  connectionsPerPage: 2,
  webhookShare: 0.05,
} as const

export type Assumptions = { readonly [Name in keyof typeof assumptions]: Loose<(typeof assumptions)[Name]> }
type Loose<T> = T extends number ? number : { readonly [Key in keyof T]: number }
