import { text } from 'node:stream/consumers'

/** `print` writes a line of the answer, `complain` any other; `read` reads standard input to its end. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  print: (line: string) => void
  complain: (line: string) => void
  read: () => Promise<string>
}

export const terminal: Terminal = {
  env: process.env,
  print: console.log,
  complain: console.error,
  read: () => text(process.stdin),
}
