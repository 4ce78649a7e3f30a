import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Waits for a line of a log with the text, from now on or before. */
export type Line = (text: string) => Promise<string>

/** Keeps reading, so that the pipe never fills; appends all output to WORKER_LOG if that is set. */
export function readLines(stdout: Readable): Line {
  const lines: string[] = []
  const output = createInterface(stdout)
  output.on('line', (line) => {
    lines.push(line)
    if (process.env.WORKER_LOG) appendFileSync(process.env.WORKER_LOG, `${line}\n`)
  })
  return (text) =>
    new Promise((done, fail) => {
      const check = () => {
        const found = lines.find((line) => line.includes(text))
        if (!found) return
        output.off('line', check)
        done(found)
      }
      output.on('line', check)
      output.once('close', () => fail(new Error(`The process ended before it said ${text}:\n${lines.join('\n')}`)))
      check()
    })
}
