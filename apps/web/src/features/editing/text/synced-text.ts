import type { editTranscript, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { listUndo } from '@doslovno/contract/history.ts'
import { isSame, operationsBetween } from '@doslovno/domain/editing/difference.ts'
import { type Conflict, mergeTranscripts } from '@doslovno/domain/editing/merge.ts'
import { applyOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'

import type { Connection } from '#lib/connection/connection.ts'
import { withRetries } from '#lib/connection/with-retries.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { createStore } from '#lib/store/store.ts'

import { type Made, run } from './steps.ts'
import type { Unsent, UnsentMemory } from './unsent.ts'

/** The undo step that an edit belongs to, and who made it if not the owner by hand. */
export type Stamp = { step?: string | undefined; source?: 'vocabulary' | 'restore' | undefined }

export type EditingApi = {
  edit: (version: number, operation: Operation, stamp: Stamp) => Promise<Reply<typeof editTranscript>>
  listEdits: (after: number) => Promise<Reply<typeof listEdits>>
  original: () => Promise<Reply<typeof getOriginal>['script']>
  listUndo: () => Promise<Reply<typeof listUndo>>
}

/** `idle`: no change yet. `failed`, `tooLong`: the server rejects the changes; they are kept. */
export type Saving = 'idle' | 'saving' | 'saved' | 'offline' | 'failed' | 'tooLong'

export type SyncState = {
  /** The last version the server has acknowledged. */
  version: number
  /** The server's text with all pending operations applied. */
  transcript: Transcript
  saving: Saving
  conflicts: readonly Conflict[]
  /** The file was recognised again or its text is gone: editing has ended. */
  isOutdated: boolean
}

export type SyncDeps = { api: EditingApi; connection: Connection; memory: UnsentMemory }

export type SyncEvents = {
  /** Others changed the text: the last chance to hand in the open draft. */
  onBeforeTheirs: () => void
  /** Their changes are applied. */
  onTheirs: (from: Transcript, to: Transcript) => void
  /** Applies what a closed tab has left behind. */
  perform: (operations: readonly Operation[]) => void
}

/** Consecutive edits that others may win before sending fails. */
const MAX_LOST_RACES = 50

/** A text and its copy on the server: changes show at once and are sent one by one, with others' merged in between. */
export class SyncedText {
  readonly #deps: SyncDeps
  readonly #events: SyncEvents
  readonly #state
  readonly #life = new AbortController()
  /** The text as the server has it. */
  #base: Transcript
  #pending: readonly (Made & Stamp)[] = []
  #isBusy = false

  constructor(
    deps: SyncDeps,
    events: SyncEvents,
    { version, transcript }: { version: number; transcript: Transcript },
  ) {
    this.#deps = deps
    this.#events = events
    this.#base = transcript
    this.#state = createStore<SyncState>({ version, transcript, saving: 'idle', conflicts: [], isOutdated: false })
  }

  readonly getState = (): SyncState => this.#state.get()

  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener)

  /** The text as the server has it. */
  get saved(): { version: number; transcript: Transcript } {
    return { version: this.#version, transcript: this.#base }
  }

  /** Queues operations and sends them. */
  push(made: readonly Made[], stamp: Stamp) {
    const after = made.at(-1)?.after
    if (!after) return
    this.#pending = [...this.#pending, ...made.map((one) => ({ ...one, ...stamp }))]
    const { saving } = this.getState()
    this.#set({ transcript: after, saving: saving === 'offline' ? saving : 'saving' })
    this.#keep()
    this.send()
  }

  /** Sends the pending operations. */
  readonly send = () => void this.#alone(() => this.#sendAll())

  /** Fetches others' changes. */
  readonly catchUp = () =>
    void this.#alone(async () => {
      if (this.#pending.length === 0) await this.#takeMissed()
    })

  /** Adopts what closed tabs have not sent. */
  async takeOver(): Promise<void> {
    await this.#deps.memory.takeOver((unsent) => this.#adopt(unsent)).catch(() => undefined)
  }

  /** Resolves the first conflict with the given operations. */
  settle(made: readonly Made[], stamp: Stamp) {
    const [, ...rest] = this.getState().conflicts
    const before = this.getState().transcript.segments.length
    const moved = (made.at(-1)?.after.segments.length ?? before) - before
    this.#set({ conflicts: rest.map((conflict) => ({ ...conflict, at: conflict.at + moved })) })
    if (made.length > 0) return this.push(made, stamp)
    this.#keep()
    this.send()
  }

  /** Edits of earlier visits and other devices that can be undone; undefined if the server has another text. */
  async recall(): Promise<Pick<Reply<typeof listUndo>, 'undo' | 'redo'> | undefined> {
    const { version, ...steps } = await this.#deps.api.listUndo()
    const isSaved = this.#pending.length === 0 && !this.#isHeld()
    return isSaved && version === this.#version ? steps : undefined
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

  /** One exchange with the server at a time; operations made meanwhile follow it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy || this.#isHeld()) return
    this.#isBusy = true
    const failure = await work().then(
      () => undefined,
      (error: unknown) => (codeOf(error) === 'textTooLong' ? 'tooLong' : 'failed'),
    )
    this.#isBusy = false
    if (this.#pending.length === 0 || this.#isHeld()) return
    if (failure) this.#set({ saving: failure })
    else this.send()
  }

  /** Nothing is sent while a conflict waits for a choice. */
  #isHeld(): boolean {
    const { conflicts, isOutdated } = this.getState()
    return conflicts.length > 0 || isOutdated || this.#life.signal.aborted
  }

  async #sendAll(): Promise<void> {
    let lost = 0
    for (let first = this.#pending[0]; first && !this.#isHeld(); first = this.#pending[0]) {
      const isTaken = await this.#send(first)
      lost = isTaken ? 0 : lost + 1
      if (lost > MAX_LOST_RACES) throw new Error('The text does not stand still')
    }
    if (this.#pending.length === 0 && !this.#isHeld()) this.#set({ saving: 'saved' })
  }

  /** False when others were faster; their changes are applied by then. */
  async #send({ operation, step, source }: Made & Stamp): Promise<boolean> {
    try {
      const { version } = await this.#insist(() => this.#deps.api.edit(this.#version, operation, { step, source }))
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
    const answer = await withRetries(work, { connection: this.#deps.connection, signal: this.#life.signal, onLost })
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

  /** An operation whose answer was lost comes back as if others had made it. */
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
    const { step, source } = this.#pending.at(-1) ?? {}
    this.#base = theirs
    this.#pending = mine?.made.map((one) => ({ ...one, step, source })) ?? []
    this.#set({ version, transcript: mine?.after ?? theirs, conflicts })
    this.#keep()
    this.#events.onTheirs(from, this.getState().transcript)
  }

  #outdate() {
    this.#pending = []
    this.#set({ conflicts: [], saving: 'idle', isOutdated: true })
    this.#keep()
  }

  /** Until the conflict is resolved, storage keeps the state before it, which has both texts. */
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

  /** Rebuilds the text of a version by replaying all operations since the recognition, which names no speaker. */
  async #textOf(version: number): Promise<Transcript | undefined> {
    const [segments, edits] = await Promise.all([this.#deps.api.original(), this.#deps.api.listEdits(0)])
    if (edits.version !== edits.operations.length || version > edits.version) return undefined
    const recognised: Transcript = { segments, speakers: [] }
    return edits.operations
      .slice(0, version)
      .reduce<Transcript | undefined>((now, operation) => now && applyOperation(now, operation), recognised)
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
  return codeOf(error) === 'editConflict'
}
