/** `print` writes a line of the answer, `complain` any other. */
export type Terminal = { env: NodeJS.ProcessEnv; print: (line: string) => void; complain: (line: string) => void }

export const terminal: Terminal = { env: process.env, print: console.log, complain: console.error }
