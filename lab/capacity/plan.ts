import type { Assumptions } from './assumptions.ts'

export type Row = { part: string; unit: string; amount: number }

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
