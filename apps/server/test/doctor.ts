import { expect } from 'vitest'

import { type Main, runCommand } from './run-command.ts'

type Finding = { state: 'ok' | 'note' | 'wrong'; text: string; remedy?: string }

/** Calls `doctor` for one topic in this process, with the settings of an installation and a fault in them. */
export function doctorBy(main: Main, settings: () => NodeJS.ProcessEnv) {
  return async (topic: string, faults: NodeJS.ProcessEnv = {}) => {
    const { status, stdout } = await runCommand(main, [topic, '--json'], { ...settings(), ...faults })
    const findings = JSON.parse(stdout) as Finding[]
    const all = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted)
    return { status, wrong: all('wrong'), notes: all('note') }
  }
}

/** A finding that names the next step. */
export const fault = (text: RegExp, remedy: RegExp) => ({
  state: 'wrong',
  text: expect.stringMatching(text),
  remedy: expect.stringMatching(remedy),
})
