import { parseArgs } from 'node:util'

import * as z from 'zod'

import { type Command, type Input, Misuse } from './command.ts'

const common = {
  json: { type: 'boolean' },
  by: { type: 'string' },
  reason: { type: 'string' },
  yes: { type: 'boolean' },
} as const

/** Parses what follows the name of a command. Throws `Misuse`, or the errors of the parsers. */
export function readInput(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { input: Omit<Input, 'read'>; isJson: boolean } {
  const { values, positionals } = parseArgs({
    args: args.slice(command.name.split(' ').length),
    options: { ...common, ...command.options },
    allowPositionals: true,
  })
  const { least, most } = command.words
  if (positionals.length < least || positionals.length > most) throw new Misuse('wrong number of words')
  if (command.kind === 'destructive' && !values.yes) throw new Misuse('this cannot be undone: add --yes')
  const operator = command.kind === 'reading' ? { by: '', reason: '' } : readOperator(values, env)
  return { input: { words: positionals, options: values, operator }, isJson: values.json === true }
}

const Operator = z.object({
  by: z.string('name yourself by --by').regex(/^[\p{L}\p{N}._-]{1,60}$/u, '--by: a name without spaces, no e-mail'),
  reason: z
    .string('say why by --reason')
    .trim()
    .min(1, 'say why by --reason')
    .max(200, '--reason: at most 200 characters'),
})

function readOperator(
  { by, reason }: Record<string, unknown>,
  { USER, LOGNAME }: NodeJS.ProcessEnv,
): Input['operator'] {
  return Operator.parse({ by: by ?? (USER || LOGNAME || undefined), reason })
}
