import type { Upload } from '@doslovno/contract/uploads.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'

import { lastOptions, type Options, withDefaults } from '#features/upload/options/options.ts'
import { looksLike } from '#features/upload/sending/file-parts.ts'
import { linkFailure, type LinkFailure } from '#features/upload/sending/follow.ts'
import { type LocalFile, type RunApi, runFile, runLink, type Running } from '#features/upload/sending/run.ts'
import { isKept, isSending, nextStep, type StepEvent } from '#features/upload/sending/step.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { createStore } from '#lib/store/store.ts'

import { emptyQueue, type Item, itemsOf, nextQueue, type Queue, type QueueEvent, wakeAt } from './queue.ts'
import { fileSource, urlSource } from './source.ts'
import { type StartApi, startProcessing } from './start-processing.ts'

export type UploadApi = RunApi &
  StartApi & {
    /** Returns the id of the download process. */
    takeLink: (url: string, folderId: string | undefined) => Promise<string>
    cancelLink: (processId: string) => Promise<unknown>
  }

export type UploaderDeps = {
  api: UploadApi
  connection: Running['connection']
  now: () => number
  newId: () => string
  /** Tells other tabs that this one works on an upload. */
  hold: (uploadId: string, work: Promise<unknown>) => void
  /** The service reports that no upload is left. */
  onUploadsExceeded: () => void
}

/** Non-serialisable state of an item: its file or process, its upload, and its abort controller. */
type Work = {
  local?: LocalFile
  upload?: Upload | undefined
  processId?: string
  running?: AbortController
  isStarting?: boolean
}

/** All uploads of this tab. It lives outside React, so that uploads continue while the user moves between pages. */
export class Uploader {
  readonly #deps: UploaderDeps
  readonly #queue
  readonly #works = new Map<string, Work>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: UploaderDeps) {
    this.#deps = deps
    this.#queue = createStore<Queue>(emptyQueue(lastOptions.recall()))
  }

  readonly getState = (): Queue => this.#queue.get()

  readonly subscribe = (listener: () => void) => this.#queue.subscribe(listener)

  /** Queues files. A file that matches an unfinished upload resumes it. */
  add(files: readonly File[], limitBytes: number, unfinished: readonly Upload[] = []) {
    const taken = new Set<Upload>()
    const items = files.map((file) => {
      const upload = unfinished.find((candidate) => !taken.has(candidate) && looksLike(file, candidate))
      if (upload) taken.add(upload)
      return this.#fileItem({ file, limitBytes, begun: upload && { upload, mustMatch: false } })
    })
    if (items.length > 0) this.#dispatch({ type: 'added', items, at: this.#deps.now() })
  }

  /** Resumes an unfinished upload; a different file is rejected. */
  resume(upload: Upload, file: File, limitBytes: number) {
    const item = this.#fileItem({ file, limitBytes, begun: { upload, mustMatch: true } })
    this.#dispatch({ type: 'added', items: [item], at: this.#deps.now() })
  }

  /** Puts a link into the field of the upload page, submitted at once or not. */
  offerLink(url: string, isAtOnce: boolean) {
    this.#dispatch({ type: 'linkOffered', link: { url, isAtOnce } })
  }

  /** Has a link downloaded by the service; rejects if the download does not start. */
  async addLink(url: string, folderId?: string): Promise<void> {
    const { api, now, newId, onUploadsExceeded } = this.#deps
    const id = newId()
    const step = nextStep({ name: 'init' }, { type: 'linkTaken', at: now() })
    const add = () => this.#dispatch({ type: 'added', items: [{ id, source: urlSource(url), step }], at: now() })
    try {
      this.#works.set(id, { processId: await api.takeLink(url, folderId) })
      add()
    } catch (error) {
      if (codeOf(error) === 'uploadsExceeded') onUploadsExceeded()
      const failure = linkFailure(error)
      if (failure.code !== 'fileTooBig') throw error
      add()
      this.#failLink(id, failure)
    }
  }

  setOptions(change: Partial<Options>) {
    this.#dispatch({ type: 'optionsChanged', change, at: this.#deps.now() })
    lastOptions.remember(this.getState().options)
  }

  /** Starts the processing of the primary item, now or once it is ready. */
  start(force = false) {
    this.#dispatch({ type: 'startRequested', force })
  }

  /** Cancels the countdown. */
  readonly cancelCountdown = () => this.#dispatch({ type: 'countdownCancelled' })

  /** The processing of the primary item has ended. */
  readonly completed = () => this.#dispatch({ type: 'completed' })

  readonly failed = (code: ErrorCode | undefined) => this.#dispatch({ type: 'failed', code })

  readonly retryProcessing = () => this.#dispatch({ type: 'retried' })

  /** Resumes a file from what has arrived. */
  retry(id: string) {
    const { local, upload } = this.#workOf(id)
    if (!local) return
    const begun = upload ? { upload, mustMatch: false } : local.begun
    this.#works.set(id, { local: { ...local, begun }, upload })
    this.#step(id, { type: 'retried', totalBytes: local.file.size, keptBytes: 0, at: this.#deps.now() })
  }

  /** Restarts a file from its first byte. */
  startOver(id: string) {
    const { local, upload } = this.#workOf(id)
    if (!local) return
    void this.#giveUp(upload)
    this.#works.set(id, { local: { ...local, begun: undefined } })
    this.#dispatch({ type: 'uploadKnown', id, uploadId: undefined })
    this.retry(id)
  }

  /** Cancels an item; resolves once the service has discarded what has arrived. */
  async cancel(id: string): Promise<void> {
    const { upload, processId } = this.#workOf(id)
    this.dismiss(id)
    await this.#giveUp(upload)
    if (processId) await this.#deps.api.cancelLink(processId).catch(() => undefined)
  }

  /** Removes an item from the page; the service keeps its file. */
  dismiss(id: string) {
    this.#workOf(id).running?.abort()
    this.#works.delete(id)
    this.#dispatch({ type: 'removed', id })
  }

  /** Stops everything on this device; unfinished uploads can be resumed later. */
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

  /** Begins all work that the queue requires. */
  #act() {
    const queue = this.getState()
    const items = itemsOf(queue)
    for (const { id } of items) if (this.#workOf(id).processId) this.#run(id)
    const isLineTaken = items.some(
      ({ id, step }) => this.#workOf(id).local && this.#workOf(id).running && isSending(step),
    )
    const next = items.find(({ id, step }) => this.#workOf(id).local && isSending(step))
    if (!isLineTaken && next) this.#run(next.id)
    for (const item of items) if (shouldStart(queue, item)) this.#start(item, queue)
    this.#setTimer()
  }

  /** Sends a file or follows a link, once. */
  #run(id: string) {
    const { local, processId, running: isRunning } = this.#workOf(id)
    if (isRunning) return
    const running = new AbortController()
    this.#change(id, { running })
    const { api, connection, now } = this.#deps
    const { signal } = running
    const tell = (event: StepEvent) => {
      if (!signal.aborted) this.#step(id, event)
    }
    const deps = { api, connection, now, signal, tell }
    if (local) {
      const work = runFile(local, { ...deps, onUpload: (upload) => this.#keep(id, upload, work) })
    }
    if (processId) {
      const onTitle = (title: string) => this.#dispatch({ type: 'titled', id, title })
      void runLink(processId, { ...deps, onTitle, onFailure: (failure) => this.#failLink(id, failure) })
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
    const { api, connection } = this.#deps
    const force = options === undefined && page.name === 'processing' && page.force
    const signal = this.#workOf(id).running?.signal ?? AbortSignal.abort()
    this.#change(id, { isStarting: true })
    const start = { scriptId: step.script.id, options: options ?? withDefaults(shown), force }
    void startProcessing(start, { api, connection, signal }).then((outcome) => {
      this.#change(id, { isStarting: false })
      if (!signal.aborted) this.#dispatch({ ...outcome, id })
    })
  }

  /** A failure does not matter: the service discards unfinished uploads after a day. */
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

/** The primary item starts when its page says so; the others once they are ready and have options. */
function shouldStart({ page, primary }: Queue, { id, step, options, isStarted }: Item): boolean {
  if (primary?.id === id) return page.name === 'processing' && !page.isStarted
  return options !== undefined && step.name === 'readyToProcess' && !isStarted
}
