type Act = () => Promise<unknown>

/** Future actions of people, by time. */
export class Agenda {
  #acts: { at: number; act: Act }[] = []
  #isSorted = true

  add(at: number, act: Act): void {
    this.#acts.push({ at: Math.ceil(at), act })
    this.#isSorted = false
  }

  /** Far in the future if there is nothing. */
  next(): number {
    this.#sort()
    return this.#acts.at(-1)?.at ?? 8e15
  }

  takeUntil(moment: Date): Act[] {
    this.#sort()
    const taken: Act[] = []
    for (let last = this.#acts.at(-1); last && last.at <= moment.getTime(); last = this.#acts.at(-1)) {
      taken.push(last.act)
      this.#acts.pop()
    }
    return taken
  }

  /** Latest first, so that the next one is taken from the end. */
  #sort(): void {
    if (!this.#isSorted) this.#acts.sort((a, b) => b.at - a.at)
    this.#isSorted = true
  }
}
