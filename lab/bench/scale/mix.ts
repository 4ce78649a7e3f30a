/** How people use the product, as far as it is not measured. `docs/SCALE.md` explains the values. */
export const ASSUMED = {
  /** Browsers whose stream of changes gets through; the others poll by the sources' intervals. */
  streamShare: 0.9,
  /** The server ends a stream after 10 to 15 minutes, and the browser opens the next. */
  streamLifeSeconds: 750,
  listOpenedEverySeconds: 300,
  fileOpenedEverySeconds: 900,
  searchEverySeconds: 1000,
  editorShare: 0.02,
  editEverySeconds: 20,
  /** Of 10,000 people, a file of an hour is uploaded, and another one finishes, every 8 s. */
  fileEverySeconds: 8,
  filesPer: 10_000,
  /** From the upload to the text; so long a page polls its progress. */
  processSeconds: 600,
  tasksPerFile: 86,
  partsPerFile: 12,
} as const

const {
  streamShare,
  streamLifeSeconds,
  listOpenedEverySeconds,
  fileOpenedEverySeconds,
  searchEverySeconds,
  editorShare,
  editEverySeconds,
  fileEverySeconds,
  filesPer,
  processSeconds,
  tasksPerFile,
} = ASSUMED

const files = 1 / fileEverySeconds / filesPer
/** The account is asked for every 8 s, and with a stream at the first such moment after 60 s. */
const ACCOUNT_SECONDS = { polled: 8, live: 64 }
const LIST_SECONDS = { polled: 10, live: 60, moving: 3 }

const every = ({ polled, live }: { polled: number; live: number }) => streamShare / live + (1 - streamShare) / polled

/** How often one person with an open page does each thing, per second. */
export const MIX = {
  account: every(ACCOUNT_SECONDS),
  list: every(LIST_SECONDS),
  /** The list with a file in progress, which has no tag. */
  movingList: (files * processSeconds) / LIST_SECONDS.moving,
  /** A page opened anew, without a tag. */
  openList: 1 / listOpenedEverySeconds,
  /** The text of an hour. */
  read: 1 / fileOpenedEverySeconds,
  edit: editorShare / editEverySeconds,
  search: 1 / searchEverySeconds,
  /** Begin, an address for each part, complete. */
  upload: files,
  stream: streamShare / streamLifeSeconds,
  /** By the workers: a piece is done, a file is finished. With the edits they make 20 changes a second. */
  task: files * tasksPerFile,
  finish: files,
} as const

export type Kind = keyof typeof MIX
export const kinds = Object.keys(MIX) as Kind[]
export type Rates = Partial<Record<Kind, number>>

/** Calls of a crowd per second, `factor` times as busy as assumed. */
export function ratesOf(people: number, factor = 1): Rates {
  return Object.fromEntries(kinds.map((kind) => [kind, MIX[kind] * people * factor]))
}

/** A page that is told of a change asks for these, each once. */
export const FOLLOWING = ['account after a change', 'list after a change'] as const
