import { Worker } from 'node:worker_threads'

/** Runs a module in a thread of its own, so that its load does not delay what is measured; returns its message. */
export function runThread<Options, Result>(module: URL, options: Options): Promise<Result> {
  return new Promise((done, fail) => {
    const worker = new Worker(module, { workerData: options })
    worker.once('message', done)
    worker.once('error', fail)
  })
}
