import type { Command } from './command.ts'

export function helpOf(command: Command): string {
  return `${lineOf(command)}\n\n${command.help}\n\n${common(command)}`
}

export function helpOfAll(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${lineOf(command)}\n      ${command.help.split('\n')[0]}`)
  return `admin COMMAND [--json] [--help]\n\n${lines.join('\n')}\n\nEvery change needs --reason and is recorded.`
}

function lineOf({ name, usage }: Command): string {
  return ['admin', name, usage].filter(Boolean).join(' ')
}

function common({ kind }: Command): string {
  const options = ['--json            print JSON']
  if (kind !== 'reading')
    options.push('--reason TEXT     why; kept in the history', '--by NAME         who; $USER by default')
  if (kind === 'destructive') options.push('--yes             it cannot be undone')
  return options.map((line) => `  ${line}`).join('\n')
}
