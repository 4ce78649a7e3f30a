import type { editTranscript, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import { isSame, operationsBetween } from '@doslovno/domain/editing/difference.ts'
import { type Conflict, mergeTranscripts } from '@doslovno/domain/editing/merge.ts'
import { applyOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { errors } from '@doslovno/domain/errors.ts'

import { ApiError } from '#lib/http/api-error.ts'
import type { Line } from '#lib/line/line.ts'
import { persist } from '#lib/line/persist.ts'
import { observed } from '#lib/session/observed.ts'

import { type NameChange, namedIn, withNames } from './names.ts'
import { type Made, run } from './steps.ts'
import type { Unsent, UnsentMemory } from './unsent.ts'

export type EditingApi = {
  edit: (version: number, operation: Operation) => Promise<Reply<typeof editTranscript>>
  listEdits: (after: number) => Promise<Reply<typeof listEdits>>
  original: () => Promise<Reply<typeof getOriginal>['script']>
}

/** `idle`: nothing was changed yet. `failed`: the server does not take it; it is kept all the same. */
export type Saving = 'idle' | 'saving' | 'saved' | 'offline' | 'failed'

export type SyncState = {
  /** What of the text the server has. */
  version: number
  /** The text as the server has it, and everything that is on its way there. */
  transcript: Transcript
  saving: Saving
  conflicts: readonly Conflict[]
  /** The recording was recognised anew, or its text is gone: there is nothing left to change here. */
  isOutdated: boolean
}

export type SyncDeps = { api: EditingApi; line: Line; memory: UnsentMemory }

export type SyncEvents = {
  /** Others have changed the text: the last moment to hand in what is still being written. */
  onBeforeTheirs: () => void
  /** Their changes are in. */
  onTheirs: (from: Transcript, to: Transcript) => void
  /** Does what a closed tab has left behind. */
  perform: (operations: readonly Operation[]) => void
}

/** Others who write at the same moment may be faster so many times in a row. */
const MOST_TURNS_LOST = 50

/** One text and its copy on the server: changes are seen at once and sent one by one, those of others come in between. */
export class SyncedText {
  readonly #deps: SyncDeps
  readonly #events: SyncEvents
  readonly #state
  readonly #life = new AbortController()
  /** The text as the server has it. */
  #base: Transcript
  #pending: readonly Made[] = []
  #isBusy = false

  constructor(
    deps: SyncDeps,
    events: SyncEvents,
    { version, transcript }: { version: number; transcript: Transcript },
  ) {
    this.#deps = deps
    this.#events = events
    this.#base = transcript
    this.#state = observed<SyncState>({ version, transcript, saving: 'idle', conflicts: [], isOutdated: false })
  }

  readonly getState = (): SyncState => this.#state.get()

  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener)

  /** Takes what was done to the text and sends it on. */
  push(made: readonly Made[]) {
    const after = made.at(-1)?.after
    if (!after) return
    this.#pending = [...this.#pending, ...made]
    const { saving } = this.getState()
    this.#set({ transcript: after, saving: saving === 'offline' ? saving : 'saving' })
    this.#keep()
    this.send()
  }

  /** Sends what is still to be sent. */
  readonly send = () => void this.#alone(() => this.#sendAll())

  /** Looks whether others have changed the text meanwhile. */
  readonly catchUp = () =>
    void this.#alone(async () => {
      if (this.#pending.length === 0) await this.#takeMissed()
    })

  /** Goes on with what closed tabs have not sent. */
  async takeOver(): Promise<void> {
    await this.#deps.memory.takeOver((unsent) => this.#adopt(unsent)).catch(() => undefined)
  }

  /** Ends the first conflict by what was done about it. */
  settle(made: readonly Made[]) {
    const [, ...rest] = this.getState().conflicts
    const before = this.getState().transcript.segments.length
    const moved = (made.at(-1)?.after.segments.length ?? before) - before
    this.#set({ conflicts: rest.map((conflict) => ({ ...conflict, at: conflict.at + moved })) })
    if (made.length > 0) return this.push(made)
    this.#keep()
    this.send()
  }

  /** Names were changed by another call: that holds for everything that is still to be sent, too. */
  takeNames(changes: readonly NameChange[]) {
    this.#base = { ...this.#base, speakers: withNames(this.#base.speakers, changes) }
    const pending = this.#pending.map(({ operation }) => namedIn(operation, changes))
    const made = run(this.#base, pending)
    if (!made) return
    this.#pending = made.made
    this.#set({ transcript: made.after })
    this.#keep()
  }

  stop() {
    this.#life.abort()
  }

  get #version(): number {
    return this.getState().version
  }

  #set(change: Partial<SyncState>) {
    this.#state.set({ ...this.getState(), ...change })
  }

  /** One talk with the server at a time; what was done meanwhile is sent after it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy || this.#isHeld()) return
    this.#isBusy = true
    const isDone = await work().then(
      () => true,
      () => false,
    )
    this.#isBusy = false
    if (this.#pending.length === 0 || this.#isHeld()) return
    if (isDone) this.send()
    else this.#set({ saving: 'failed' })
  }

  /** Nothing goes on while somebody has to choose. */
  #isHeld(): boolean {
    const { conflicts, isOutdated } = this.getState()
    return conflicts.length > 0 || isOutdated || this.#life.signal.aborted
  }

  async #sendAll(): Promise<void> {
    let lost = 0
    for (let first = this.#pending[0]; first && !this.#isHeld(); first = this.#pending[0]) {
      const isTaken = await this.#send(first)
      lost = isTaken ? 0 : lost + 1
      if (lost > MOST_TURNS_LOST) throw new Error('The text does not stand still')
    }
    if (this.#pending.length === 0 && !this.#isHeld()) this.#set({ saving: 'saved' })
  }

  /** False when others were faster; their changes are in then. */
  async #send({ operation }: Made): Promise<boolean> {
    try {
      const { version } = await this.#insist(() => this.#deps.api.edit(this.#version, operation))
      this.#confirm(version)
      return true
    } catch (error) {
      if (!isConflict(error)) throw error
      await this.#takeMissed()
      return false
    }
  }

  async #insist<T>(work: () => Promise<T>): Promise<T> {
    const onLost = () => {
      if (this.#pending.length > 0) this.#set({ saving: 'offline' })
    }
    const answer = await persist(work, { line: this.#deps.line, signal: this.#life.signal, onLost })
    if (this.getState().saving === 'offline') this.#set({ saving: 'saving' })
    return answer
  }

  #confirm(version: number) {
    const [first, ...rest] = this.#pending
    if (!first) return
    this.#base = first.after
    this.#pending = rest
    this.#set({ version })
    this.#keep()
  }

  async #takeMissed(): Promise<void> {
    const known = this.#version
    const { version, operations } = await this.#insist(() => this.#deps.api.listEdits(known))
    if (version - known !== operations.length) return this.#outdate()
    const missed = this.#withoutOwn(operations)
    if (missed.length === 0) return
    const theirs = run(this.#base, missed)?.after
    if (theirs) this.#take(theirs, version)
    else this.#outdate()
  }

  /** What was sent and taken, but its answer was lost, comes back as if others had done it. */
  #withoutOwn(operations: readonly Operation[]): readonly Operation[] {
    const [first, ...rest] = operations
    const isOwn = first !== undefined && isSame(first, this.#pending[0]?.operation)
    if (!isOwn) return operations
    this.#confirm(this.#version + 1)
    return this.#withoutOwn(rest)
  }

  #take(theirs: Transcript, version: number) {
    this.#events.onBeforeTheirs()
    const from = this.getState().transcript
    const { merged, conflicts } = mergeTranscripts({ base: this.#base, mine: from, theirs })
    const mine = run(theirs, operationsBetween(theirs, merged))
    this.#base = theirs
    this.#pending = mine?.made ?? []
    this.#set({ version, transcript: mine?.after ?? theirs, conflicts })
    this.#keep()
    this.#events.onTheirs(from, this.getState().transcript)
  }

  #outdate() {
    this.#pending = []
    this.#set({ conflicts: [], saving: 'idle', isOutdated: true })
    this.#keep()
  }

  /** Until somebody has chosen, what was kept before the conflict stays kept: it has both texts to choose from. */
  #keep() {
    if (this.getState().conflicts.length > 0) return
    const operations = this.#pending.map(({ operation }) => operation)
    this.#deps.memory.keep(operations.length > 0 ? { version: this.#version, operations } : undefined)
  }

  async #adopt({ version, operations }: Unsent): Promise<void> {
    if (version === this.#version && this.#pending.length === 0) return this.#events.perform(operations)
    const base = version === this.#version ? this.#base : await this.#insist(() => this.#textOf(version))
    const mine = base && run(base, operations)?.after
    if (!mine) return
    const theirs = this.getState().transcript
    const { merged, conflicts } = mergeTranscripts({ base, mine, theirs })
    this.#events.perform(operationsBetween(theirs, merged))
    this.#set({ conflicts })
    await this.#untilSettled()
  }

  /** The text as it was in a version: everything since the recognition done once more. */
  async #textOf(version: number): Promise<Transcript | undefined> {
    const [segments, edits] = await Promise.all([this.#deps.api.original(), this.#deps.api.listEdits(0)])
    const { speakers } = this.getState().transcript
    if (edits.version !== edits.operations.length || version > edits.version) return undefined
    return edits.operations
      .slice(0, version)
      .reduce<Transcript | undefined>((now, operation) => now && applyOperation(now, operation), { segments, speakers })
  }

  #untilSettled(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.getState().conflicts.length > 0) return
        stop()
        resolve()
      }
      const stop = this.subscribe(look)
      look()
    })
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === errors.editConflict.status
}
