/** A speaker embedding and the seconds of speech behind it. */
export type Voice = { embedding: readonly number[]; seconds: number }

/** Voices of one speaker, as indexes into the list that was grouped. */
export type Group = readonly number[]

/** Bonuses are subtracted from distances. */
type Bonuses = {
  /** For two voices, by index. */
  ofPair?: (one: number, other: number) => number
  /** For a group with so many seconds of speech; must not grow with the group. */
  ofSeconds?: (seconds: number) => number
}

/** One step of the clustering. */
type Merge = { into: number; from: number; distance: number }

/**
 * Agglomerative clustering with average linkage: joins the two nearest groups until one is left.
 * Distances are cosine distances, weighted by seconds of speech.
 */
export function groupVoices(
  voices: readonly Voice[],
  { ofPair = () => 0, ofSeconds = () => 0 }: Bonuses = {},
): Grouping {
  return new Grouping(voices.length, mergesOf(voices, { ofPair, ofSeconds }))
}

class Grouping {
  readonly #count: number
  readonly #merges: readonly Merge[]

  constructor(count: number, merges: readonly Merge[]) {
    this.#count = count
    this.#merges = merges
  }

  /** Groups joined at this distance or below. */
  within(distance: number): Group[] {
    const wider = this.#merges.findIndex((merge) => merge.distance > distance)
    return this.#after(wider === -1 ? this.#merges.length : wider)
  }

  /** `count` groups, or one per voice if there are fewer voices. */
  into(count: number): Group[] {
    return this.#after(Math.max(0, this.#count - Math.max(1, count)))
  }

  #after(merges: number): Group[] {
    const groups = Array.from({ length: this.#count }, (_, index) => [index])
    for (const { into, from } of this.#merges.slice(0, merges)) groups[into]?.push(...(groups[from]?.splice(0) ?? []))
    return groups.filter((group) => group.length > 0)
  }
}

function mergesOf(voices: readonly Voice[], { ofPair, ofSeconds }: Required<Bonuses>): Merge[] {
  const distances = new Distances(voices, ofPair)
  const weights = Float64Array.from(voices, ({ seconds }) => Math.max(seconds, Number.EPSILON))
  const bonuses = weights.map(ofSeconds)
  const alive = [...voices.keys()]
  const merges: Merge[] = []
  while (alive.length > 1) {
    const { into, from, distance } = distances.nearest(alive, bonuses)
    merges.push({ into, from, distance })
    alive.splice(alive.indexOf(from), 1)
    const [own, other] = [weights[into] ?? 0, weights[from] ?? 0]
    for (const third of alive) distances.mix(into, from, third, own / (own + other))
    weights[into] = own + other
    bonuses[into] = ofSeconds(own + other)
  }
  return merges
}

/** One flat array for speed: twelve hours have hundreds of voices, and every merge scans it. */
class Distances {
  readonly #count: number
  readonly #table: Float64Array

  constructor(voices: readonly Voice[], bonus: Required<Bonuses>['ofPair']) {
    const units = voices.map(({ embedding }) => unit(embedding))
    this.#count = voices.length
    this.#table = new Float64Array(voices.length ** 2)
    for (const [row, one] of units.entries()) {
      for (const [column, other] of units.entries()) this.#set(row, column, 1 - dot(one, other) - bonus(row, column))
    }
  }

  /** The two nearest groups, with the larger of their bonuses subtracted. */
  nearest(alive: readonly number[], bonuses: Float64Array): Merge {
    let best = { into: alive[0] ?? 0, from: alive[1] ?? 0, distance: Infinity }
    for (let position = 1; position < alive.length; position++) {
      const from = alive[position] ?? 0
      for (let before = 0; before < position; before++) {
        const into = alive[before] ?? 0
        const bonus = Math.max(bonuses[from] ?? 0, bonuses[into] ?? 0)
        const distance = this.#at(from, into) - bonus
        if (distance < best.distance) best = { into, from, distance }
      }
    }
    return best
  }

  /** Distance of a merged group to a third one: the weighted mean of its halves. */
  mix(into: number, from: number, third: number, share: number): void {
    const [own, other] = [this.#at(into, third), this.#at(from, third)]
    const mixed = own * share + other * (1 - share)
    this.#set(into, third, mixed)
    this.#set(third, into, mixed)
  }

  #at(row: number, column: number): number {
    return this.#table[row * this.#count + column] ?? Infinity
  }

  #set(row: number, column: number, value: number): void {
    this.#table[row * this.#count + column] = value
  }
}

export function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

export function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** The mean of several voices, weighted by seconds. */
export function meanVoice(voices: readonly Voice[]): Voice {
  const seconds = voices.reduce((sum, voice) => sum + voice.seconds, 0)
  const length = voices[0]?.embedding.length ?? 0
  const sum = Array.from({ length }, () => 0)
  for (const voice of voices) {
    for (const [index, value] of unit(voice.embedding).entries()) sum[index] = (sum[index] ?? 0) + value * voice.seconds
  }
  return { embedding: unit(sum), seconds }
}

/** The index of the most similar voice; -1 if there are none. */
export function mostAlike(voice: Voice, others: readonly Voice[]): number {
  const wanted = unit(voice.embedding)
  const likeness = others.map((other) => dot(wanted, unit(other.embedding)))
  return likeness.indexOf(Math.max(...likeness))
}
