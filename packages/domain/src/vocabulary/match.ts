import { type CostTables, skeletonOf, skeletonsNear } from './sounds.ts'
import type { Chain, IndexedForm, TermIndex } from './term-index.ts'

/** A form that sounds like what was heard: 1 if they sound the same. */
export type Hit = { form: IndexedForm; similarity: number }

const MOST_SOUNDS = 60
/** The least that a sound too many costs, about. */
const CHEAPEST_SOUND = 0.5

/** Every form of the vocabulary that sounds at least `least` like `heard`. */
export function soundsLike(heard: string, index: TermIndex, least: number): Hit[] {
  const sounds = index.tables.encode(heard)
  if (sounds.length > MOST_SOUNDS) return []
  const near = skeletonsNear(skeletonOf(heard, index.language))
  const chains = new Set(near.flatMap((skeleton) => index.bySkeleton.get(skeleton) ?? []))
  const rows = new Rows(sounds, index.tables)
  return Array.from(chains).flatMap((chain) => hitsIn(chain, rows, least))
}

function hitsIn(chain: Chain, rows: Rows, least: number): Hit[] {
  const { forms, shared, shortest, longest } = chain
  const most = ((1 - least) * (rows.length + longest)) / 2
  const gap = Math.max(shortest - rows.length, rows.length - longest, 0)
  if (gap * CHEAPEST_SOUND > most) return []
  const hits: Hit[] = []
  let depth = 0
  for (const [at, form] of forms.entries()) {
    if (form.sounds.length > MOST_SOUNDS) continue
    depth = rows.extend(form.sounds, Math.min(depth, shared[at] ?? 0), most)
    if (depth < form.sounds.length) continue
    const mean = (rows.length + form.sounds.length) / 2
    const cost = rows.cost(depth)
    if (cost <= (1 - least) * mean) hits.push({ form, similarity: 1 - cost / mean })
  }
  return hits
}

/** How alike two words sound: 1 if they sound the same. */
export function likeness(one: string, other: string, tables: CostTables): number {
  const [heard, sounds] = [tables.encode(one), tables.encode(other)]
  const longest = Math.max(heard.length, sounds.length)
  if (longest > MOST_SOUNDS || longest === 0) return 0
  const rows = new Rows(heard, tables)
  return 1 - rows.cost(rows.extend(sounds, 0, Infinity)) / ((heard.length + sounds.length) / 2)
}

const SCRATCH = Array.from({ length: MOST_SOUNDS + 2 }, () => new Float32Array(MOST_SOUNDS + 2))
const LOWEST = new Float32Array(MOST_SOUNDS + 2)

/**
 * The table of the weighted edit distance: a row per sound of a form, a column per sound heard. Forms of one term share
 * their first rows. The memory is shared too: one table at a time.
 */
class Rows {
  private readonly heard: Uint8Array
  private readonly tables: TermIndex['tables']

  constructor(heard: Uint8Array, tables: TermIndex['tables']) {
    this.heard = heard
    this.tables = tables
    const [first] = SCRATCH
    if (!first) return
    first[0] = 0
    for (let column = 0; column < heard.length; column++) first[column + 1] = at(first, column) + at(tables.lost, soundAt(heard, column)) // prettier-ignore
    LOWEST[0] = 0
  }

  get length(): number {
    return this.heard.length
  }

  cost(depth: number): number {
    const row = SCRATCH[depth]
    return row ? at(row, this.heard.length) : Infinity
  }

  /** Adds rows after the first `depth`; returns how many hold, fewer than there are sounds if all cost over `most`. */
  extend(sounds: Uint8Array, depth: number, most: number): number {
    let row = depth
    for (; row < sounds.length && at(LOWEST, row) <= most; row++) this.fill(row, soundAt(sounds, row))
    return at(LOWEST, row) > most ? Math.min(row, sounds.length - 1) : row
  }

  private fill(row: number, sound: number): void {
    const [before, next] = [SCRATCH[row], SCRATCH[row + 1]]
    if (!before || !next) return
    const { lost, changed, count } = this.tables
    const own = at(lost, sound)
    let value = at(before, 0) + own
    let low = value
    next[0] = value
    for (let column = 0; column < this.heard.length; column++) {
      const other = soundAt(this.heard, column)
      const change = at(before, column) + at(changed, sound * count + other)
      value = Math.min(change, at(before, column + 1) + own, value + at(lost, other))
      next[column + 1] = value
      if (value < low) low = value
    }
    LOWEST[row + 1] = low
  }
}

/** The indexes are within the tables. */
const at = (values: Float32Array, index: number) => values[index] as number
const soundAt = (sounds: Uint8Array, index: number) => sounds[index] as number
