import { ASSUMED, MIX } from './bench/scale/mix.ts'
import { printHead, printRow } from './figures.ts'

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
  /** The pool, the job engine, one that listens for versions, and one for readiness. */
  connectionsPerApi: 14,
  connectionsPerWorker: 22,
  coresPerWorker: 8,
  /** Besides its stream, a page of a browser with HTTP/1.1 keeps a connection to the balancer. */
  connectionsPerPage: 2,
  webhookShare: 0.05,
} as const

export type Assumptions = { readonly [Name in keyof typeof assumptions]: Loose<(typeof assumptions)[Name]> }
type Loose<T> = T extends number ? number : { readonly [Key in keyof T]: number }

type Row = { part: string; unit: string; amount: number }

type Kind = keyof Assumptions['mix']

/** Resources for so many people with open pages at once, at the peak. */
export function planFor(people: number, assumed: Assumptions): Row[] {
  const load = loadOf(people, assumed)
  const cells = Math.ceil(people / assumed.peoplePerCell)
  const apiCores = coresFor(load.perSecond, assumed.apiMicros) + (load.streams * assumed.idleMicrosPerStream) / 1e6
  const processes = Math.max(cells * assumed.leastProcesses, Math.ceil((apiCores + load.signInCores) / assumed.apiUse))
  const postgresCores = coresFor(load.perSecond, assumed.postgresMicros)
  const workerCores = load.soundHoursPerHour / assumed.speechSpeed / assumed.workerUse
  const workers = Math.ceil(workerCores / assumed.coresPerWorker)
  const connections = processes * assumed.connectionsPerApi + workers * assumed.connectionsPerWorker
  return [
    { part: 'cells', unit: '', amount: cells },
    { part: 'calls of the API', unit: 'per second', amount: load.calls },
    { part: 'API', unit: 'cores busy', amount: apiCores + load.signInCores },
    { part: 'API', unit: 'processes', amount: processes },
    { part: 'streams', unit: 'per API process', amount: load.streams / processes },
    { part: 'balancers', unit: 'connections of browsers', amount: people * assumed.connectionsPerPage },
    { part: 'PostgreSQL', unit: 'cores per cell', amount: postgresCores / cells / assumed.postgresUse },
    { part: 'PostgreSQL', unit: 'connections per cell', amount: connections / cells },
    { part: 'changes told', unit: 'per second and cell', amount: load.changes / cells },
    { part: 'changes told', unit: '% of what NOTIFY carries', amount: (load.changes / cells / assumed.changesPerDatabase) * 100 }, // prettier-ignore
    { part: 'Redis', unit: 'calls counted per second and cell', amount: load.counted / cells },
    { part: 'store', unit: 'parts per second', amount: load.files * assumed.partsPerFile },
    { part: 'store', unit: 'MB in per second', amount: load.soundHoursPerHour * (assumed.megabytesPerHour / 3600) },
    { part: 'store', unit: 'TB held', amount: heldTerabytes(load.soundHoursPerHour, assumed) },
    { part: 'speech', unit: 'hours of sound per hour', amount: load.soundHoursPerHour },
    { part: 'speech', unit: 'CPU hours per hour of sound', amount: 1 / assumed.speechSpeed },
    { part: 'speech', unit: 'cores of workers', amount: workerCores },
    { part: 'mails', unit: 'per second', amount: load.files },
    { part: 'webhooks', unit: 'per second', amount: load.files * assumed.webhookShare },
  ]
}

function loadOf(people: number, { mix, ...assumed }: Assumptions) {
  const perSecond = Object.fromEntries(
    Object.entries(mix).map(([kind, rate]) => [kind, rate * people]),
  ) as Record<Kind, number> // prettier-ignore
  const { account, list, task, finish, edit, upload } = perSecond
  const written = task + finish
  const changes = written + edit + 2 * upload
  const signIns = people * assumed.signInsPerPerson
  const asked = Object.values(perSecond).reduce((sum, rate) => sum + rate, 0) - written - upload
  const uploadCalls = upload * (assumed.partsPerFile + 2)
  return {
    perSecond,
    changes,
    // A page that is told of a change asks for the account and the list.
    calls: asked + uploadCalls + signIns + 2 * changes,
    /** Polls are counted by each process for itself. */
    counted: asked - account - list + uploadCalls + signIns,
    signInCores: signIns / assumed.signInsPerCore,
    streams: people * assumed.streamShare,
    files: finish,
    soundHoursPerHour: finish * 3600 * assumed.hoursPerFile,
  }
}

function coresFor(perSecond: Record<Kind, number>, micros: Record<Kind, number>): number {
  return (Object.keys(perSecond) as Kind[]).reduce((sum, kind) => sum + (perSecond[kind] * micros[kind]) / 1e6, 0)
}

function heldTerabytes(hoursPerHour: number, { peakOverAverage, megabytesPerHour, daysKept }: Assumptions): number {
  return ((hoursPerHour / peakOverAverage) * 24 * daysKept * megabytesPerHour) / 1e6
}

/** `pnpm capacity [PEOPLE …]`: what people with open pages at once need, as a table. */
if (import.meta.main) {
  const given = process.argv.slice(2).map(Number)
  const sizes = given.length > 0 ? given : [10_000, 100_000, 1_000_000]
  const plans = sizes.map((people) => planFor(people, assumptions))
  const shown = (amount: number) => amount.toLocaleString('en', { maximumSignificantDigits: 3 })
  printHead('Capacity', ['part', 'in', ...sizes.map((people) => `${shown(people)} people`)])
  for (const [index, { part, unit }] of (plans[0] ?? []).entries())
    printRow([part, unit, ...plans.map((plan) => shown(plan[index]?.amount ?? 0))])
}
