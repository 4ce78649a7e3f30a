type Sized = { body: Buffer; until: Date }

/** Keeps bodies up to a total size, each until its time; the one unused for longest goes first. */
export class ByteCache<V extends Sized> {
  readonly #mostBytes: number
  readonly #kept = new Map<string, V>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(key: string, now: Date): V | undefined {
    const value = this.#kept.get(key)
    if (!value || value.until <= now) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  set(key: string, value: V, now: Date): void {
    this.#delete(key)
    this.#kept.set(key, value)
    this.#bytes += value.body.length
    for (const [oldest] of this.#kept) if (this.#bytes > this.#mostBytes) this.#delete(oldest)
    // A text that was deleted must not stay in memory for want of others.
    const drop = () => this.#kept.get(key) === value && this.#delete(key)
    setTimeout(drop, value.until.getTime() - now.getTime()).unref()
  }

  #delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.body.length ?? 0
    this.#kept.delete(key)
  }
}
