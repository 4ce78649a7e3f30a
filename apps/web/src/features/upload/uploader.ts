import type { Upload } from '@doslovno/contract/uploads.ts'

import { wireTextOf } from '#lib/http/api-error.ts'
import { observed } from '#lib/session/observed.ts'

import { isUploadsExceeded } from './failure.ts'
import { linkFailure, type LinkFailure } from './link-failure.ts'
import { type Options, recallOptions, rememberOptions, withDefaults } from './options.ts'
import { emptyQueue, type Item, itemsOf, nextQueue, type Queue, type QueueEvent, wakeAt } from './queue.ts'
import { type LocalFile, type RunApi, runFile, runLink, type Running } from './run.ts'
import { looksLike } from './same-file.ts'
import { fileSource, urlSource } from './source.ts'
import { type StartApi, startProcessing } from './start-processing.ts'
import { isKept, isSending, nextStep, type StepEvent } from './step.ts'

export type UploadApi = RunApi &
  StartApi & {
    /** Returns the id of the process that downloads it. */
    takeLink: (url: string) => Promise<string>
    cancelLink: (processId: string) => Promise<unknown>
  }

export type UploaderDeps = {
  api: UploadApi
  line: Running['line']
  memory: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  newId: () => string
  /** Tells other tabs that this one is at work on an upload. */
  hold: (uploadId: string, work: Promise<unknown>) => void
  /** The service has said that no upload is left. */
  onUploadsExceeded: () => void
}

/** What an item needs beside its state: the file or the process behind it, its own upload, and the way to stop it. */
type Work = {
  local?: LocalFile
  upload?: Upload | undefined
  processId?: string
  running?: AbortController
  isStarting?: boolean
}

/** Everything on its way in from this tab. It lives outside React, so that it goes on while people walk about the app. */
export class Uploader {
  readonly #deps: UploaderDeps
  readonly #queue
  readonly #works = new Map<string, Work>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: UploaderDeps) {
    this.#deps = deps
    this.#queue = observed<Queue>(emptyQueue(recallOptions(deps.memory)))
  }

  readonly getState = (): Queue => this.#queue.get()

  readonly subscribe = (listener: () => void) => this.#queue.subscribe(listener)

  /** Takes files in, one after another. One that looks like an unfinished upload goes on with it if it is the same. */
  add(files: readonly File[], limitBytes: number, unfinished: readonly Upload[] = []) {
    const taken = new Set<Upload>()
    const items = files.map((file) => {
      const upload = unfinished.find((candidate) => !taken.has(candidate) && looksLike(file, candidate))
      if (upload) taken.add(upload)
      return this.#fileItem({ file, limitBytes, begun: upload && { upload, mustMatch: false } })
    })
    if (items.length > 0) this.#dispatch({ type: 'added', items, at: this.#deps.now() })
  }

  /** Goes on with an unfinished upload; another file is refused. */
  resume(upload: Upload, file: File, limitBytes: number) {
    const item = this.#fileItem({ file, limitBytes, begun: { upload, mustMatch: true } })
    this.#dispatch({ type: 'added', items: [item], at: this.#deps.now() })
  }

  /** Puts a link into the field of the upload page, to be sent at once or not. */
  offerLink(url: string, isAtOnce: boolean) {
    this.#dispatch({ type: 'linkOffered', link: { url, isAtOnce } })
  }

  /** Has a link downloaded by the service; fails where that does not even begin. */
  async addLink(url: string): Promise<void> {
    const { api, now, newId, onUploadsExceeded } = this.#deps
    const id = newId()
    const step = nextStep({ name: 'init' }, { type: 'linkTaken', at: now() })
    const add = () => this.#dispatch({ type: 'added', items: [{ id, source: urlSource(url), step }], at: now() })
    try {
      this.#works.set(id, { processId: await api.takeLink(url) })
      add()
    } catch (error) {
      if (isUploadsExceeded(wireTextOf(error))) onUploadsExceeded()
      const failure = linkFailure(error)
      if (failure.code !== 'fileTooBig') throw error
      add()
      this.#failLink(id, failure)
    }
  }

  setOptions(change: Partial<Options>) {
    this.#dispatch({ type: 'optionsChanged', change, at: this.#deps.now() })
    rememberOptions(this.#deps.memory, this.getState().options)
  }

  /** Starts the leader's processing, now or as soon as there is something to start. */
  start(force = false) {
    this.#dispatch({ type: 'startAsked', force })
  }

  /** Calls the countdown off. */
  readonly holdBack = () => this.#dispatch({ type: 'heldBack' })

  /** The leader's processing has ended. */
  readonly completed = () => this.#dispatch({ type: 'completed' })

  readonly failed = (wireText: string | undefined) => this.#dispatch({ type: 'failed', wireText })

  readonly retryProcessing = () => this.#dispatch({ type: 'retried' })

  /** Sends a file on from what has arrived of it. */
  retry(id: string) {
    const { local, upload } = this.#workOf(id)
    if (!local) return
    const begun = upload ? { upload, mustMatch: false } : local.begun
    this.#works.set(id, { local: { ...local, begun }, upload })
    this.#step(id, { type: 'retried', totalBytes: local.file.size, keptBytes: 0, at: this.#deps.now() })
  }

  /** Sends a file from its first byte. */
  startOver(id: string) {
    const { local, upload } = this.#workOf(id)
    if (!local) return
    void this.#giveUp(upload)
    this.#works.set(id, { local: { ...local, begun: undefined } })
    this.#dispatch({ type: 'uploadKnown', id, uploadId: undefined })
    this.retry(id)
  }

  /** Stops an item for good; ends when the service has been told to forget what has arrived of it. */
  async cancel(id: string): Promise<void> {
    const { upload, processId } = this.#workOf(id)
    this.dismiss(id)
    await this.#giveUp(upload)
    if (processId) await this.#deps.api.cancelLink(processId).catch(() => undefined)
  }

  /** Takes an item off the page; what the service has of it stays there. */
  dismiss(id: string) {
    this.#workOf(id).running?.abort()
    this.#works.delete(id)
    this.#dispatch({ type: 'removed', id })
  }

  /** Stops everything on this device; what was begun can be gone on with later. */
  readonly stop = () => {
    for (const { running } of this.#works.values()) running?.abort()
    this.#works.clear()
    this.#dispatch({ type: 'stopped' })
  }

  #fileItem(local: LocalFile): Item {
    const { now, newId } = this.#deps
    const { file, limitBytes, begun } = local
    const id = newId()
    this.#works.set(id, { local })
    const keptBytes = begun?.upload.uploadedBytes
    const chosen: StepEvent = { type: 'chosen', totalBytes: file.size, limitBytes, keptBytes, at: now() }
    return { id, source: fileSource(file), step: nextStep({ name: 'init' }, chosen), uploadId: begun?.upload.id }
  }

  #workOf(id: string): Work {
    return this.#works.get(id) ?? {}
  }

  #change(id: string, change: Partial<Work>) {
    const work = this.#works.get(id)
    if (work) this.#works.set(id, { ...work, ...change })
  }

  #dispatch(event: QueueEvent) {
    this.#queue.set(nextQueue(this.getState(), event))
    this.#act()
  }

  #step(id: string, event: StepEvent) {
    if (event.type === 'uploadsExceeded') this.#deps.onUploadsExceeded()
    this.#dispatch({ type: 'stepped', id, event })
  }

  /** Whatever the queue asks for and nobody does yet is begun. */
  #act() {
    const queue = this.getState()
    const items = itemsOf(queue)
    for (const { id } of items) if (this.#workOf(id).processId) this.#run(id)
    const isLineTaken = items.some(
      ({ id, step }) => this.#workOf(id).local && this.#workOf(id).running && isSending(step),
    )
    const next = items.find(({ id, step }) => this.#workOf(id).local && isSending(step))
    if (!isLineTaken && next) this.#run(next.id)
    for (const item of items) if (isToStart(queue, item)) this.#start(item, queue)
    this.#setTimer()
  }

  /** Sends a file or follows a link, once. */
  #run(id: string) {
    const { local, processId, running: isRunning } = this.#workOf(id)
    if (isRunning) return
    const running = new AbortController()
    this.#change(id, { running })
    const { api, line, now } = this.#deps
    const { signal } = running
    const tell = (event: StepEvent) => {
      if (!signal.aborted) this.#step(id, event)
    }
    const ground = { api, line, now, signal, tell }
    if (local) {
      const work = runFile(local, { ...ground, onUpload: (upload) => this.#keep(id, upload, work) })
    }
    if (processId) {
      const onTitle = (title: string) => this.#dispatch({ type: 'titled', id, title })
      void runLink(processId, { ...ground, onTitle, onFailure: (failure) => this.#failLink(id, failure) })
    }
  }

  #keep(id: string, upload: Upload, work: Promise<void>) {
    this.#deps.hold(upload.id, work)
    this.#change(id, { upload })
    this.#dispatch({ type: 'uploadKnown', id, uploadId: upload.id })
  }

  #failLink(id: string, failure: LinkFailure) {
    const source = itemsOf(this.getState()).find((item) => item.id === id)?.source
    if (source?.kind !== 'url') return
    if (failure.code !== 'fileTooBig') {
      this.#works.delete(id)
      return this.#dispatch({ type: 'linkFailed', id, url: source.url, code: failure.code })
    }
    this.#dispatch({ type: 'titled', id, title: failure.file.name })
    this.#step(id, { type: 'tooBig', fileBytes: failure.file.size, limitBytes: failure.maxSize })
  }

  #start({ id, step, options }: Item, { page, options: shown }: Queue) {
    if (!isKept(step) || this.#workOf(id).isStarting) return
    const { api, line } = this.#deps
    const force = options === undefined && page.name === 'processing' && page.force
    const signal = this.#workOf(id).running?.signal ?? AbortSignal.abort()
    this.#change(id, { isStarting: true })
    const start = { scriptId: step.script.id, options: options ?? withDefaults(shown), force }
    void startProcessing(start, { api, line, signal }).then((outcome) => {
      this.#change(id, { isStarting: false })
      if (!signal.aborted) this.#dispatch({ ...outcome, id })
    })
  }

  /** What the service cannot be told now it forgets by itself in a day. */
  async #giveUp(upload: Upload | undefined): Promise<void> {
    if (upload) await this.#deps.api.abort(upload.id).catch(() => undefined)
  }

  #setTimer() {
    clearTimeout(this.#timer)
    const { now } = this.#deps
    const at = wakeAt(this.getState())
    if (at === undefined) return
    this.#timer = setTimeout(() => this.#dispatch({ type: 'clock', at: now() }), Math.max(0, at - now()))
  }
}

/** The leader starts when its page says so; another item as soon as it is ready and has its options. */
function isToStart({ page, leader }: Queue, { id, step, options, isStarted }: Item): boolean {
  if (leader?.id === id) return page.name === 'processing' && !page.isStarted
  return options !== undefined && step.name === 'readyToProcess' && !isStarted
}
