type Terminal = {
  env: NodeJS.ProcessEnv
  print: (line: string) => void
  complain: (line: string) => void
  read: () => Promise<string>
}
export type Main = (args: string[], terminal: Terminal) => Promise<number>

/** Runs a command in this process; returns its exit code and what it wrote. */
export async function runCommand(main: Main, args: string[], env: NodeJS.ProcessEnv, stdin = '') {
  let [stdout, stderr] = ['', '']
  const print = (line: string) => void (stdout += `${line}\n`)
  const complain = (line: string) => void (stderr += `${line}\n`)
  const status = await main(args, { env, print, complain, read: async () => stdin })
  return { status, stdout, stderr }
}
